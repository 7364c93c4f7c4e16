"""Plain mode: sentences out, lines in. No boxes, no cursor movement."""
