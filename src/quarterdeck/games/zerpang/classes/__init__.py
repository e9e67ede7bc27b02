"""What each class can do that others cannot, and how it wins."""
