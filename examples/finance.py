"""The books of a made-up company, drawn from a seed, and the tools that read them."""

import random
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

QUARTERS = ("Q1", "Q2", "Q3", "Q4")
LINES = (
    "Espresso machines", "Filter machines", "Grinders", "Kettles", "Scales", "Milk frothers", "Capsules", "Beans",
    "Filters", "Cups", "Glasses", "Thermos flasks", "Cleaning kits", "Descalers", "Spare parts", "Repairs",
    "Courses", "Subscriptions", "Gift boxes", "Rentals",
)  # fmt: skip
ANOMALIES = 3

Row = dict[str, Any]


class Books(NamedTuple):
    """Revenue and cost in EUR by (line, quarter), and where a cost was planted that is out of line."""

    revenue: dict[tuple[str, str], int]
    cost: dict[tuple[str, str], int]
    planted: frozenset[tuple[str, str]]


def books(seed: int) -> Books:
    """Draw a year: twenty lines that grow or shrink, one much faster than the others, and three costs out of line."""
    draw = random.Random(seed)
    fastest = draw.choice(LINES)
    planted = frozenset((line, draw.choice(QUARTERS)) for line in draw.sample(LINES, ANOMALIES))
    revenue, cost = {}, {}
    for line in LINES:
        base, share = draw.randint(80_000, 900_000), draw.uniform(0.45, 0.7)
        growth = 1.12 if line == fastest else draw.uniform(0.97, 1.06)
        for n, quarter in enumerate(QUARTERS):
            at = (line, quarter)
            revenue[at] = round(base * growth**n * draw.uniform(0.98, 1.02))
            odd = draw.uniform(1.7, 2.4) if at in planted else draw.uniform(0.97, 1.03)
            cost[at] = round(revenue[at] * share * odd)
    return Books(revenue, cost, planted)


class Data:
    """What an agent may ask of the books."""

    def __init__(self, books: Books) -> None:
        self._books = books
        self.tools: dict[str, Callable[..., Row]] = {
            "list_tables": self.list_tables,
            "query_revenue": self.query_revenue,
            "query_growth": self.query_growth,
            "query_costs": self.query_costs,
        }

    def schemas(self) -> list[Row]:
        """Describe the tools to a model."""
        quarter = {"type": "string", "enum": list(QUARTERS)}
        return [
            _described("list_tables", "List what the books hold."),
            _described("query_revenue", "Give one quarter's revenue by product line, and its total.", quarter=quarter),
            _described("query_growth", "Give by product line how much revenue grew between two quarters.",
                       first=quarter, last=quarter),
            _described("query_costs", "Give cost by product line and quarter, beside what it is of the revenue."),
        ]  # fmt: skip

    def call(self, name: str, arguments: Mapping[str, Any]) -> Row:
        """Run a tool; raises `ValueError` where the arguments aren't what it takes."""
        try:
            return self.tools[name](**arguments)
        except (TypeError, KeyError) as error:
            raise ValueError(f"{name}: {error}; quarters are {', '.join(QUARTERS)}") from None

    def list_tables(self) -> Row:
        """Say which tables there are."""
        return {
            "tables": ["revenue", "costs"],
            "quarters": list(QUARTERS),
            "product_lines": len(LINES),
            "currency": "EUR",
        }

    def query_revenue(self, quarter: str) -> Row:
        """Give a quarter's revenue."""
        rows = [{"line": line, "revenue": self._books.revenue[line, quarter]} for line in LINES]
        return {"quarter": quarter, "rows": rows, "total": sum(row["revenue"] for row in rows)}

    def query_growth(self, first: str, last: str) -> Row:
        """Give by how much each line grew from one quarter to another."""
        rows = []
        for line in LINES:
            before, after = self._books.revenue[line, first], self._books.revenue[line, last]
            rows.append(
                {"line": line, first: before, last: after, "growth_percent": round(100 * after / before - 100, 2)}
            )
        return {"first": first, "last": last, "rows": rows}

    def query_costs(self) -> Row:
        """Give all costs of the year."""
        return {
            "rows": [
                {"line": line, "quarter": quarter, "cost": cost, "percent_of_revenue": self._percent(line, quarter)}
                for (line, quarter), cost in self._books.cost.items()
            ]
        }

    def _percent(self, line: str, quarter: str) -> float:
        return round(100 * self._books.cost[line, quarter] / self._books.revenue[line, quarter], 1)


def _described(name: str, told: str, **properties: Row) -> Row:
    takes = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    return {"type": "function", "function": {"name": name, "description": told, "parameters": takes}}
