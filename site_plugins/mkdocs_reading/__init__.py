"""What helps a reader along: definitions on hover, reading time, last change."""
