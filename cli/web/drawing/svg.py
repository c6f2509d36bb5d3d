"""Elements of SVG as text: what stands in them is escaped, lengths along the width are shares of it."""

from markupsafe import Markup, escape

from cli.terminal import safe


def element(tag: str, *children: str, **attributes: object) -> Markup:
    """Write an element; ``class_`` is the attribute class, ``_`` in a name a hyphen; None leaves an attribute out.

    >>> element("g", element("title", "<b>"), class_="bar", aria_label="a")
    Markup('<g class="bar" aria-label="a"><title>&lt;b&gt;</title></g>')
    """
    told = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(safe(str(value)))}"'
        for name, value in attributes.items()
        if value is not None
    )
    inside = "".join(child if isinstance(child, Markup) else escape(safe(child)) for child in children)
    return Markup(f"<{tag}{told}>{inside}</{tag}>")


def share(of: float) -> str:
    """Write a share of the width, to a thousandth of a percent.

    >>> share(0), share(1 / 3), share(2)
    ('0%', '33.333%', '100%')
    """
    return f"{round(min(max(of, 0), 1) * 100, 3):g}%" if of < 1 else "100%"
