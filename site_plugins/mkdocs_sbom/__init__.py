"""What a site ships and whose it is: a bill of materials in CycloneDX, the licence texts, and a table of both."""
