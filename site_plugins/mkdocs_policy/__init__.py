"""What a page of the site may load and run: one content security policy, computed from all pages."""
