"""What is drawn in the browser, and how it gets there."""
