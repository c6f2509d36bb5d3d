"""The MCP server: a memory's tools, its scratchpad and its history, for any host that speaks the protocol.

Needs ``pip install -e '.[mcp]'`` in the clone. `Serving` says whose memory is served and how; `stdio.serve` and `http.serve`
do it.
"""

from belieflog.mcp.serving import Serving
from belieflog.mcp.whose import Whose

__all__ = ["Serving", "Whose"]
