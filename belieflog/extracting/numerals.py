"""Numbers as they are written in Chinese."""


def number(told: str) -> int:
    """Read a number below a thousand.

    >>> number("三十五"), number("两百零一"), number("35")
    (35, 201, 35)
    """
    if told.isdecimal():
        return int(told)
    total = digit = 0
    for sign in told:
        if sign in "十百":
            total += (digit or 1) * (10 if sign == "十" else 100)
            digit = 0
        else:
            digit = "零一二三四五六七八九".find("二" if sign == "两" else sign)
    return total + digit
