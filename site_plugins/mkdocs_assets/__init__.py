"""What a page loads before it can be read: joined, minified, named by its content."""
