"""The engine at build time: finds demos in Markdown, writes finished HTML, ships what the browser needs."""
