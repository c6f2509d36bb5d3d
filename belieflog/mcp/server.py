"""The official SDK's server, made of what is served; the memory is used in a thread beside the protocol."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from belieflog import __version__
from belieflog.mcp import pages, suggestions
from belieflog.mcp.serving import Serving, name_of
from eventlog.errors import BelieflogError

Context = ServerRequestContext[Any, Any]
Result = TypeVar("Result")


def build(serving: Serving) -> Server[Any]:
    """Make the server."""
    answers = Answers(serving)
    return Server(
        "belieflog",
        version=__version__,
        instructions=serving.instructions,
        on_list_tools=answers.list_tools,
        on_call_tool=answers.call_tool,
        on_list_resources=answers.list_resources,
        on_list_resource_templates=answers.list_resource_templates,
        on_read_resource=answers.read_resource,
        on_list_prompts=answers.list_prompts,
        on_get_prompt=answers.get_prompt,
    )


class Answers:
    """How each request is answered."""

    def __init__(self, serving: Serving) -> None:
        self._serving = serving
        self._one_at_a_time = anyio.CapacityLimiter(1)  # one thread, and so one connection that stays warm

    async def _aside(self, act: Callable[[], Result]) -> Result:
        """Run what uses the memory in a thread; a request given up meanwhile waits for it, so nothing is half done."""
        return await anyio.to_thread.run_sync(act, limiter=self._one_at_a_time)

    async def list_tools(self, ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        """List the tools."""
        return types.ListToolsResult(
            tools=[types.Tool.model_validate(each, by_name=False) for each in self._serving.schemas()]
        )

    async def call_tool(self, ctx: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        """Run a tool; what is refused is an answer that a model can act on."""
        call = name_of(ctx.meta, ctx.request_id)
        told = await self._aside(partial(self._serving.call, params.name, params.arguments, call))
        return types.CallToolResult(
            content=[types.TextContent(text=told.text)], structured_content=told.structured, is_error=told.refused
        )

    async def list_resources(
        self, ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        """List the pages that have one address."""
        return types.ListResourcesResult(
            resources=[
                types.Resource(
                    uri=page.uri, name=page.name, description=page.description(self._serving.lang), mime_type=page.form
                )
                for page in pages.listed(self._serving)
            ]
        )

    async def list_resource_templates(
        self, ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        """List the patterns of the other pages."""
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(
                    uri_template=page.uri,
                    name=page.name,
                    description=page.description(self._serving.lang),
                    mime_type=page.form,
                )
                for page in pages.patterns(self._serving)
            ]
        )

    async def read_resource(self, ctx: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        """Read a page."""
        text, form = await self._aside(_refusing(partial(pages.read, self._serving, params.uri)))
        return types.ReadResourceResult(
            contents=[types.TextResourceContents(uri=params.uri, mime_type=form, text=text)]
        )

    async def list_prompts(self, ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        """List the prompts."""
        return types.ListPromptsResult(
            prompts=[
                types.Prompt(
                    name=each.name,
                    description=each.description,
                    arguments=[types.PromptArgument(name=each.argument, description=each.meaning, required=False)]
                    if each.argument
                    else [],
                )
                for each in suggestions.listed(self._serving)
            ]
        )

    async def get_prompt(self, ctx: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        """Write a prompt."""
        text = await self._aside(_refusing(partial(suggestions.write, self._serving, params.name, params.arguments)))
        message = types.PromptMessage(role="user", content=types.TextContent(text=text))
        return types.GetPromptResult(messages=[message])


def _refusing(act: Callable[[], Result]) -> Callable[[], Result]:
    """Let a refusal reach the host as an error of the protocol: here no answer can hold it."""

    def done() -> Result:
        try:
            return act()
        except BelieflogError as error:
            raise MCPError(types.INVALID_PARAMS, str(error), {"code": error.code}) from None

    return done
