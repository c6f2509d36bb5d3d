"""The door for models: tools in the formats of their makers, and a dispatcher that runs them by name.

>>> from belieflog import tools
>>> [each["function"]["name"] for each in tools.schemas(tools.chosen(["memory"]))]
['memory_write', 'memory_read', 'memory_search']
"""

from belieflog.tools.instructions import instructions
from belieflog.tools.profiles import PROFILES, chosen
from belieflog.tools.providers import answer_anthropic, answer_openai
from belieflog.tools.schemas import schemas
from belieflog.tools.tool import Answer, Caller, Tool
from belieflog.tools.toolbox import Toolbox

__all__ = [
    "PROFILES",
    "Answer",
    "Caller",
    "Tool",
    "Toolbox",
    "answer_anthropic",
    "answer_openai",
    "chosen",
    "instructions",
    "schemas",
]
