"""Bugs planted in what is served over MCP."""

from planting import Mutant

MCP = "test_mcp.py"
HOSTS = "test_mcp_clients.py"

MUTANTS = [
    Mutant(
        "served: the beginning of a token is enough", "test_mcp_http.py", "without_the_right_token",
        "belieflog/mcp/door.py", "hmac.compare_digest(shown.strip().encode(), token.encode())",
        "token.startswith(shown.strip())",
    ),
    Mutant(
        "served: a call may name any user", MCP, "where_the_server_lets_it",
        "belieflog/mcp/whose.py", "(self.users or user.startswith(SHARED))", "user.startswith(SHARED)",
    ),
    Mutant(
        "served: where one only reads, what writes is offered", MCP, "only_reads",
        "belieflog/mcp/serving.py", "if tool.reads or not whose.log.readonly", "if True",
    ),
    Mutant(
        "served: a refusal looks like an answer", MCP, "fact_without_source",
        "belieflog/mcp/serving.py", "text(answer), None, True)", "text(answer), None, False)",
    ),
    Mutant(
        "served: a call may name a space that wasn't allowed", MCP, "a_space_is_named",
        "belieflog/mcp/whose.py", "(self.users or user.startswith(SHARED))", "self.users",
    ),
    Mutant(
        "served: the instructions speak of tools that aren't there", MCP, "speak_of_no_tool",
        "belieflog/tools/instructions.py", "if about <= names", "if about",
    ),
    Mutant(
        "served: what still runs when input ends isn't answered", HOSTS, "though_standard_input_has_ended",
        "belieflog/mcp/stdio.py", "await open_.closed()", "pass",
    ),
    Mutant(
        "served: a call that was given up is waited for without end", HOSTS, "given_up",
        "belieflog/mcp/stdio.py", "self._settle(as_request_id(given))", "pass",
    ),
    Mutant(
        "served: who waits for a number isn't answered under it", HOSTS, "under_its_number",
        "belieflog/mcp/lines.py", 'found = message.get("id") if isinstance(message, dict) else None', "found = None",
    ),
    Mutant(
        "served: a key given twice is passed over", HOSTS, "under_its_number",
        "belieflog/mcp/lines.py", "if twice:", "if False:",
    ),
    Mutant(
        "served: a page of any server on this machine may write", "test_mcp_http.py", "a_page_of_another_server",
        "belieflog/mcp/place.py", "if self.token is None:\n            return asked", "if False:\n            return asked",
    ),
    Mutant(
        "served: a number that JSON doesn't have becomes null", "test_tools.py", "nonsense_is",
        "eventlog/values.py", "if not isfinite(value):", "if False:",
    ),
]  # fmt: skip
