"""The pages of the viewer, one module each; `cli.web` tells how one is added."""
