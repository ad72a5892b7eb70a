"""Formulas, diagrams and fonts, set when the site is built: nothing runs in the reader's browser."""
