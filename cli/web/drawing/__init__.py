"""Drawings as SVG, by functions of what is drawn alone."""
