"""Finding in what a user said what is worth keeping: by rule, or by asking a model."""

from belieflog.extracting.candidates import Candidate, Extraction, Extractor, ExtractorFailed, Turn
from belieflog.extracting.endpoint import Endpoint
from belieflog.extracting.rules import rules

__all__ = ["Candidate", "Endpoint", "Extraction", "Extractor", "ExtractorFailed", "Turn", "rules"]
