"""What was read once can be read again without a network, and one visit never mixes two versions of the site."""
