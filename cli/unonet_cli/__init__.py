"""The command line of unonet."""
