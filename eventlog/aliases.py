"""What the addresses that a session's words are kept at are also asked for by, in both languages."""

USER = {
    "name": "called 名字 姓名 叫什么",
    "nickname": "name called 昵称 小名 叫什么",
    "location": "live lives city place 住在 住哪 哪里 城市 地址",
    "hometown": "from born 家乡 老家 哪里人",
    "age": "old years 年龄 几岁 多大",
    "job": "work profession occupation 工作 职业 做什么",
    "employer": "work works company 公司 单位 上班",
    "birthday": "born birth 生日 出生",
}


def aliases(kind: str, namespace: tuple[str, ...], key: str) -> str:
    """Give other words for what an entry is about, none for most.

    >>> aliases("semantic", ("user",), "age")
    'old years 年龄 几岁 多大'
    """
    return USER.get(key, "") if kind == "semantic" and namespace == ("user",) else ""
