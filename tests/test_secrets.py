"""Rule 9: secrets are masked before anything is stored, wherever they are said, and nothing else is."""

import json
import random
import re
import string

import pytest
from commanding import Command

import belieflog
from eventlog.masking import Mask
from eventlog.policy import Secrets
from eventlog.secret_patterns import PATTERNS
from eventlog.secrets import KINDS, masked

pytestmark = pytest.mark.embedded

_RANDOM = random.Random(7)
_MIXED = string.ascii_letters + string.digits


def drawn(n, alphabet=_MIXED):
    """Draw a token; in pieces, so that no text of the project looks like a real one."""
    return "a1B2" + "".join(_RANDOM.choice(alphabet) for _ in range(n - 4))


BODY = "\n".join(drawn(64) for _ in range(4))
PEM = f"-----BEGIN RSA PRIV{'ATE KEY'}-----\n{BODY}\n-----END RSA PRIV{'ATE KEY'}-----"
SECRETS = {
    "private key": PEM,
    "jwt": "ey" + f"J{drawn(20)}.{drawn(40)}.{drawn(43)}",
    "github token": "gh" + f"p_{drawn(36)}",
    "slack token": "xo" + f"xb-{drawn(11)}-{drawn(24)}",
    "google api key": "AI" + f"za{drawn(35)}",
    "aws key": "AK" + "IA" + "ABCDEFGHIJ012345",
    "api key": "sk-" + f"ant-api03-{drawn(80)}",
    "url password": f"postgres://app:{drawn(12)}@db.example.org/x",
    "bearer token": f"Bearer {drawn(40)}",
    "password": f"password: {drawn(10)}",
    "token": f"token={drawn(24)}",
    "secret key": f"密钥是{drawn(32)}",
    "card number": "4111 1111 1111 1111",
}
SENTENCES = ["Use {} for it, please.", "请用 {}，别告诉别人。"]


def bare(kind):
    """The part of a sample that must not be stored."""
    sample = SECRETS[kind]
    start = {"url password": "app:", "bearer token": "Bearer ", "password": ": ", "token": "=", "secret key": "密钥是"}
    told = sample.partition(start[kind])[2] if kind in start else sample
    return told.partition("@")[0]


def holding(folder, *kinds):
    """The kinds whose secrets, or a line of them, some file of the folder holds."""
    stored = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
    lines = {kind: [line for line in bare(kind).splitlines() if "-----" not in line] for kind in kinds or SECRETS}
    return [kind for kind, told in lines.items() if any(line.encode() in stored for line in told)]


# What is one


@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize("kind", SECRETS)
def test_a_secret_in_a_sentence_is_masked_and_its_kind_told(kind, sentence):
    text, kinds = masked(sentence.format(SECRETS[kind]))

    assert kinds == [kind]
    assert bare(kind) not in text
    assert f"[secret: {kind}]" in text
    start, end = sentence.split("{}")
    assert text.startswith(start)
    assert text.endswith(end)


def test_every_kind_has_a_pattern_and_a_sample():
    assert {kind for pattern in PATTERNS for kind in pattern.kinds} == set(KINDS) == set(SECRETS)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("my password is hunter2.", "my password is [secret: password]."),
        ("My password's hunter2, ok?", "My password's [secret: password], ok?"),
        ("密码是hunter2，请记住", "密码是[secret: password]，请记住"),
        ("数据库口令为 Xk9!pq2z。", "数据库口令为 [secret: password]。"),
        ("登录密码已改成了abc123", "登录密码已改成了[secret: password]"),
        ("密码：123456", "密码：[secret: password]"),
        ("password: swordfish", "password: [secret: password]"),
        ("export DB_PASSWORD=swordfish", "export DB_PASSWORD=[secret: password]"),
        ('{"password": "swordfish"}', '{"password": "[secret: password]"}'),
        ('{\\"password\\": \\"sw0rdfish\\"}', '{\\"password\\": \\"[secret: password]\\"}'),
        ('password="Tr0ub4dor&3"', 'password="[secret: password]"'),
        ("the passphrase is correct-horse-battery-staple", "the passphrase is [secret: password]"),
        ("pwd=abc123;server=x", "pwd=[secret: password];server=x"),
        ("?password=abc123&user=x", "?password=[secret: password]&user=x"),
        ("mysql --password s3cret-1 db", "mysql --password [secret: password] db"),
        ("<password>hunter2</password>", "<password>[secret: password]</password>"),
        ("redis://:p4ss@h:1/0", "redis://:[secret: url password]@h:1/0"),
        ("Secret key is 1a7b3d.", "Secret key is [secret: secret key]."),
        ("卡号4111111111111111。", "卡号[secret: card number]。"),
        ("card 3782-822463-10005", "card [secret: card number]"),
    ],
)  # fmt: skip
def test_what_is_named_a_password_or_key_is_masked_and_the_rest_of_the_sentence_stays(text, left):
    assert masked(text)[0] == left


def test_a_secret_access_key_goes_with_its_key_and_by_its_name():
    first, second = SECRETS["aws key"], drawn(40, _MIXED + "/+")

    assert masked(f"{first} {second}")[0] == "[secret: aws key]"
    assert masked(f"aws_secret_access_key = {second}")[0] == "aws_secret_access_key = [secret: secret key]"
    assert masked(f"the AWS secret access key is {second}")[0] == "the AWS secret access key is [secret: secret key]"


def test_a_key_that_breaks_off_is_masked_as_far_as_it_goes():
    assert masked(f"{PEM[:120]} and so on")[0].endswith("[secret: private key] and so on")


# What is told one way or another: everything but what is between the brackets stays.
TOLD = [
    "password: [Swordfish]", '{"password":"[Swordfish]"}', '"password": "[SWORDFISH]"', "password: [$ecret123]",
    "password: [#Summer2024]", "password: [@dmin1234]", 'password = "[correct horse battery staple]"',
    '{"password":"[correct horse battery]"}', '{"password":[12345678]}', '{"password":{"value":"[hunter2]"}}',
    '{"name":"DB_PASSWORD","value":"[hunter2]"}', "- name: DB_PASSWORD\n  value: [hunter2]",
    "the password is [swordfish]", "the password is [swordfish], ok", "the password for bob is [hunter2]",
    "password for the database: [hunter2]", "password (prod): [hunter2]", "password is: [hunter2]",
    "the password: **[hunter2]**", "**Password:** [hunter2]", "`password`: `[hunter2]`", "| password | [hunter2] |",
    "changed my password from [hunter1] to [hunter2]", "the password was changed from [hunter1] to [hunter2]",
    "changed the password to [swordfish].", "password=[swordfish]", "token=[a1b2c3d4e5]", "密码就是[hunter2]",
    "密码现在是[hunter2]", "新密码[hunter2]", "把密码换成[hunter2]", "把密码从[hunter1]改成[hunter2]",
    "密码用[hunter2]", "密码为“[hunter2]”", "密码「[hunter2]」", "密码([hunter2])", "密码（[hunter2]）",
    "账号admin密码[admin123]", "支付密码[123456]", "密码：[ｈｕｎｔｅｒ２]", "密码：[Swordfish]",
    "密码：**[hunter2]**", "密码还是[abc123]", "DB_PASS=[hunter2]", "pass: [hunter2]", "pw=[hunter2]",
    "curl -u bob:[hunter2] https://x.org", "mysql -u root -p[hunter2]", "docker login -u bob -p [hunter2]",
    "IDENTIFIED BY '[hunter2]'", "ALTER USER bob WITH PASSWORD '[swordfish]';",
    '{"Env":"{\\"api_key\\": \\"[a1b2c3d4e5]\\"}"}', "card for order [4539 1488 0343 6467]",
]  # fmt: skip


@pytest.mark.parametrize("text", TOLD)
def test_a_password_is_masked_however_it_is_told(text):
    pieces = re.split(r"\[([^][]*)\]", text)
    left, kinds = masked("".join(pieces))

    assert re.split(r"\[secret: [a-z ]+\]", left) == pieces[::2]
    assert len(kinds) == len(pieces) // 2


HARMLESS = [
    "the password is wrong", "The password is required and must have 8 characters.",
    "Reset your password here: /account/reset", "password: string", "password: str = None", "password = getpass()",
    "password=args.password", "token = tokens[0]", "token=self.token,", "const token = await getToken(user)",
    'password = os.environ["DB_PASSWORD"]', "api_key=settings.API_KEY", "apiKey: process.env.KEY",
    "PASSWORD=${PASSWORD}", "password: <your password>", "token: ****", "password: [redacted]", "max_tokens: 4096",
    "the token is base64-encoded", "API key is sha256-hashed", "next_page_token=abc12345def",
    "tokens per second: 1200", "secret: true", "a secret garden", "The secret is out",
    "passwords are hashed with bcrypt", "密码是必填项", "密码是什么？", "请输入密码：", "忘记密码了怎么办",
    "密码是 SHA256 加密的", "口令为空", "令牌已过期", "密钥是公开的", "令牌 快照 发票 超时 客户",
    "d41d8cd98f00b204e9800998ecf8427e", "commit 9ba3443c1e5f3b1b7f3d6a3fe0c1c8b7d2a1e0f9",
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "id 550e8400-e29b-41d4-a716-446655440000",
    "blob:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "sk-learn is scikit-learn",
    "the sk-container-id-1 class", "see https://example.org/a?b=c#d and mailto:a@b.org",
    "http://localhost:8080/@vite/client", "git@github.com:a/b.git", "ssh://git@example.org:22/a",
    "1780000000000000 µs", "call 4111 1111 1111 1112", "0.4111111111111111", "pi is 3.14159265358979",
    "order 1234567890123456", "xoxo, see you", "AKIA is a prefix", "eyJ is how they begin",
    "Bearer authentication is used", "Authorization: required", "asia and the pacific", "ghp_ begins a token",
    "the key is under the mat", "Key: value", "import secrets; secrets.token_hex(16)",
    "def check(password: str, token: bytes) -> bool:", "monkey-patching the api", "if password == confirm_password:",
    "public key: see the docs", "api_key_1 and api_key_2 are columns", "compass: north",
    "the API timeout is 10 s behind the proxy", "接口超时为 10 秒，代理之后测得", "-----BEGIN CERTIFICATE-----",
    "passport number needed", "http://localhost:3000,foo@bar.com", "secret: prod-db-credentials-1", "password field3",
    "password: TBD2", "password=new_password", "login(user=user, password=pw)", "password: your-password-here",
    "the password is too short", "the password is stored in the vault", "the password was changed yesterday",
    "password: Choose a strong one", "| password | string | of the user |", "| user | password |",
    '{"password":{"type":"string","minLength":8}}', "tests pass: 1234", "PASS: test_login1", "pass=12 fail=3",
    "bypass: hunter2", "the password to unlock it is in the vault", "changed the password to something better",
    "password: Optional[str] = None", "密码用bcrypt加密", "密码至少8位", "密码输入错误3次", "密码2024年已更换",
    "密码是string类型", "新密码不能为空", "password (min 8 characters)",
    '{"password":"Must be at least 8 characters"}', '{"password":"never share it with anyone"}',
    "Password:\nLast login: Mon", "curl -u $USER:$PASS https://x", "mysql -u root -p mydb",
    'password = input("Password: ")', "password: SecretStr", "password: bool = False,",
    "$password = $_POST['password'];", '"password": "{{ vault_password }}"', "The password is case-sensitive",
    "Username and password to include in it", "password (bool, optional): Enable password entry.",
    "PrivateKey|Ed25519PublicKey", "token budget 4096", "https://<user>:<password>@proxy-host",
    "pwd: /srv/app/current", "password: |", "password_hash = hashlib.new(x)", "key=lambda row: row[1]",
    "foreign key (user_id)",
]  # fmt: skip


@pytest.mark.parametrize("text", HARMLESS)
def test_what_is_no_secret_stays_as_it_was(text):
    assert masked(text) == (text, [])


# Where it is said


@pytest.mark.parametrize("language", SENTENCES)
def test_no_byte_of_ten_kinds_of_secret_reaches_any_file(tmp_path, language):
    folder = tmp_path / "log"
    folder.mkdir()
    transcript = tmp_path / "session.jsonl"
    belieflog_, path = Command(folder / "agent.db"), folder / "agent.db"
    for n, kind in enumerate(SECRETS):
        text = language.format(SECRETS[kind])
        with belieflog.open(path) as log:
            mem = log.memory("u1", "s1")
            mem.add_fact(f"f{n}", text, source="user")
            mem.write(f"n{n}", {"deep": [text, {text: 1}]}, description=text)
            mem.observe("curl", text, input={"q": text})
            large = mem.observe("curl", f"{text} {'lorem ipsum ' * 8_000}")
            assert large.event.private.content["ref"].startswith("blob:")
            mem.say("user", text)
            mem.recall(text)
            wrong = mem.write(f"w{n}", "wrong")
            log.revert(user="u1", event=wrong.event.position, reason=text)
            log.erase(user="u1", event=wrong.event.position, reason=text)
            assert holding(folder) == []
        result = belieflog_("write", f"c{n}", text, "--reason", text)
        assert result.exit_code == 0
        record = {"type": "user", "uuid": f"r{n}", "sessionId": "s-2", "message": {"role": "user", "content": text}}
        call = {"type": "tool_use", "id": f"t{n}", "name": "Bash", "input": {"command": text}}
        answer = {"type": "tool_result", "tool_use_id": f"t{n}", "content": text, "is_error": True}
        said = [record] + [
            {**record, "type": role, "uuid": f"{role}{n}", "message": {"role": role, "content": [block]}}
            for role, block in (("assistant", call), ("user", answer))
        ]
        transcript.write_text("\n".join(json.dumps(each, ensure_ascii=False) for each in said), "utf-8")
        imported = belieflog_.json("import", "claude-code", transcript)
        assert (imported["added"], imported["warnings"]) == (3, [f"masked: {kind}"])

    assert holding(folder) == []
    assert b"[secret: jwt]" in path.read_bytes()
    with belieflog.open(path) as log:
        assert log.verify(views=True).ok


SURFACES = {
    "goal": lambda mem, text: mem.set_goal(text, [text]),
    "constraint": lambda mem, text: mem.constrain("k", text),
    "plan": lambda mem, text: mem.revise_plan([text, (text, "done")]),
    "progress": lambda mem, text: mem.note_progress(text, text),
    "key": lambda mem, text: mem.write(text[-60:], 1),
    "description": lambda mem, text: mem.write("k", 1, text),
    "value": lambda mem, text: mem.write("k", [[{text: [text]}]]),
    "fact": lambda mem, text: mem.add_fact("k", text, source="user"),
    "source": lambda mem, text: mem.add_fact("k", 1, source=belieflog.Source("tool", text[-60:], text[-60:])),
    "assumption": lambda mem, text: mem.assume("k", text),
    "question": lambda mem, text: mem.ask("k", text),
    "failure": lambda mem, text: mem.mark_failure("k", text, why=text, avoid=text, input={"a": text}),
    "memory": lambda mem, text: mem.remember("episodic:a/k", text, participants=[text[-60:]], outcome=text),
    "namespace": lambda mem, text: mem.remember(f"semantic:{text[-60:].replace('/', ' ')}/k", 1),
    "reason": lambda mem, text: mem.write("k", 1, reason=text),
    "via": lambda mem, text: mem.write("k", 1, via=text),
    "observation": lambda mem, text: mem.observe(text[-60:], text, call=text[-60:], input=[text]),
    "reference": lambda mem, text: mem.observe("curl", ref=f"file:{text}"),
    "title": lambda mem, text: mem.start(text),
    "end": lambda mem, text: mem.end(text, [text]),
    "mark": lambda mem, text: mem.mark(text[-60:]),
    "said": lambda mem, text: mem.say("user", {"text": text}),
    "query": lambda mem, text: mem.prompt(query=text),
}


@pytest.mark.parametrize("surface", SURFACES)
def test_every_surface_of_a_write_is_masked(log, mem, surface):
    SURFACES[surface](mem, f"see {SECRETS['github token']}")

    event = log.event(log.position)
    assert bare("github token") not in str(log.row(log.position).private)
    assert "[secret: github token]" in str(log.row(log.position).private)
    assert bare("github token").encode() not in log.row(event.position).public


def test_the_value_of_a_field_or_entry_called_password_is_masked_whole(mem):
    mem.write(
        "login", {"user": "bob", "password": "hunter2", "nested": [{"api_key": drawn(20)}], "next_token": drawn(20)}
    )
    written = mem.add_fact("db_password", "sw0rdfish", source="user")

    value = mem.read("login")
    assert (value["password"], value["nested"]) == ("[secret: password]", [{"api_key": "[secret: secret key]"}])
    assert value["next_token"].startswith("a1B2")
    assert (written.warnings, mem.get("fact:db_password").value) == (("masked: password",), "[secret: password]")


@pytest.mark.parametrize(
    ("value", "left"),
    [
        ({"password": 12345678}, {"password": "[secret: password]"}),
        ({"password": ["hunter2", "x"]}, {"password": ["[secret: password]", "x"]}),
        ({"password": {"value": "Swordfish"}}, {"password": {"value": "[secret: password]"}}),
        ({"passwords": {"bob": "hunter2"}}, {"passwords": {"bob": "[secret: password]"}}),
        ({"name": "DB_PASSWORD", "value": "swordfish"}, {"name": "DB_PASSWORD", "value": "[secret: password]"}),
        ({"Authorization": "Token abc123def456"}, {"Authorization": "[secret: bearer token]"}),
    ],
)
def test_a_secret_in_a_value_of_any_shape_is_known_by_the_names_in_it(mem, value, left):
    assert mem.write("k", value).warnings != ()
    assert mem.read("k") == left
    assert mem.write("k", left).outcome == "refreshed"


@pytest.mark.parametrize(
    "value",
    [{"password": {"type": "string", "pattern": "abc123", "minLength": 8}}, {"password": True},
     {"password": None}, {"token": 12345678},
     {"name": "port", "value": "hunter2"}, {"authorization": "none"}, {"password": {"id": "u123456"}}],
)  # fmt: skip
def test_what_is_only_said_about_a_password_stays(mem, value):
    assert mem.write("k", value).warnings == ()
    assert mem.read("k") == value


@pytest.mark.parametrize(
    "act",
    [
        lambda mem: mem.write("password", 12345678),
        lambda mem: mem.add_fact("password", ["12345678"], source="user"),
        lambda mem: mem.assume("password", "12345678"),
        lambda mem: mem.constrain("password", "12345678"),
        lambda mem: mem.ask("password", "12345678"),
        lambda mem: mem.mark_failure("password", "12345678", why="12345678", avoid="12345678"),
        lambda mem: mem.remember("semantic:a/password", 12345678),
        lambda mem: mem.write("password", "x", "12345678"),
    ],
    ids=["write", "fact", "assume", "constrain", "ask", "failure", "remember", "description"],
)
def test_what_an_entry_called_password_says_is_masked_whatever_the_verb(log, mem, act):
    assert act(mem).warnings == ("masked: password",)
    assert "12345678" not in str(log.row(log.position).private)


def test_two_secrets_as_keys_of_one_object_keep_a_place_each(mem):
    first, second = ("gh" + f"p_{letter * 36}" for letter in "ab")
    mem.write("keys", {first: "mine", f"{second} x": "x", second: "yours", "[secret: github token 2]": "other"})

    kept = mem.read("keys")
    assert sorted(kept.values()) == ["mine", "other", "x", "yours"]
    assert kept["[secret: github token]"] == "mine"
    assert mem.write("keys", kept).outcome == "refreshed"


@pytest.mark.parametrize("what", ["user", "session", "actor", "run"])
def test_a_secret_as_a_name_is_refused_since_names_are_never_erased(log, what):
    secret = SECRETS["github token"]
    names = {"user": "u", "session": "s", "actor": "a"} | ({what: secret} if what != "run" else {})

    with pytest.raises(belieflog.InvalidValue, match=rf"{what}: holds a secret \(github token\)") as refused:
        log.memory(**names).write("k", 1, **({"run": secret} if what == "run" else {}))

    assert secret not in str(refused.value) + repr(refused.value.details)
    assert log.position == 1


@pytest.mark.parametrize(
    "act",
    [
        lambda log, mem, s: mem.remember(s, 1),
        lambda log, mem, s: mem.retract(f"note:{s}", reason="x"),
        lambda log, mem, s: mem.add_fact("k", 1, source=f"{s}:x"),
        lambda log, mem, s: mem.write("k", {s: object()}),
        lambda log, mem, s: mem.write("k", {s: float("nan")}),
        lambda log, mem, s: mem.step(s, "done"),
        lambda log, mem, s: mem.write("k", 1, ttl=s),
        lambda log, mem, s: mem.write("k", 1, id=s),
        lambda log, mem, s: log.set_policy({s: 1}, reason="x"),
        lambda log, mem, s: log.set_policy({"spaces": {f"team:{s}": {}}}, reason="x"),
        lambda log, mem, s: log.revert(user="u", source=f"tool:{s}", reason="x"),
        lambda log, mem, s: [mem.add_fact("k", s, source="user"), mem.add_fact("k", f"{s} x", source="tool:x")],
    ],
    ids=["remember", "retract", "source", "object", "nan", "step", "ttl", "id", "policy", "space", "revert", "conflict"],
)  # fmt: skip
def test_an_error_never_repeats_a_secret(log, mem, act):
    with pytest.raises(belieflog.BelieflogError) as refused:
        act(log, mem, SECRETS["github token"])

    assert bare("github token") not in str(refused.value) + repr(refused.value.details)


# Before anything else is compared


def test_the_same_secret_again_is_a_refresh_and_another_one_no_new_version_either(mem):
    first = mem.write("k", f"password: {drawn(10)}")
    again = mem.write("k", f"password: {drawn(10)}")

    assert (first.outcome, again.outcome, again.warnings) == ("recorded", "refreshed", ("masked: password",))


ID = "01890000-0000-7000-8000-000000000001"


@pytest.mark.parametrize("policy", [{}, {"mask": False}, {"passed_over": ["password"]}, {"patterns": {"room": r"r\d"}}])
@pytest.mark.parametrize("text", ["the password is hunter2", "in r7 they say 密码是 hunter2", "nothing to hide", ""])
def test_what_is_looked_up_can_be_masked_as_it_will_be_kept(log, mem, policy, text):
    log.set_policy({"secrets": policy}, reason="ours")

    mem.write("k", text)

    assert Mask(Secrets(**policy)).kept(text) == mem.read("k")


@pytest.mark.parametrize(
    "between", [{"mask": False}, {"passed_over": ["password"]}, {"patterns": {"lorem": "lorem"}}], ids=repr
)
@pytest.mark.parametrize("first", [{}, {"mask": False}], ids=repr)
def test_a_retry_is_known_whatever_the_policy_has_become_since(log, mem, first, between):
    log.set_policy({"secrets": first}, reason="so")
    text = "lorem password: hunter2"
    mem.write("k", text, id=ID, reason=text)
    mem.observe("curl", f"{text} {'ipsum ' * 20_000}", id=ID.replace("1", "2"))
    log.set_policy({"secrets": between}, reason="so")

    assert mem.write("k", text, id=ID, reason=text).outcome == "duplicate"
    assert mem.observe("curl", f"{text} {'ipsum ' * 20_000}", id=ID.replace("1", "2")).outcome == "duplicate"
    with pytest.raises(belieflog.Refused, match="belongs to another event"):
        mem.write("k", "lorem", id=ID, reason=text)


# The policy, and a hook of one's own


def test_the_policy_can_turn_masking_off_pass_kinds_over_and_add_patterns(log, mem):
    text = f"password: hunter2, {SECRETS['github token']}, EMP-1234"
    log.set_policy({"secrets": {"mask": False}}, reason="a test log")
    assert mem.write("a", text).warnings == ()
    assert mem.read("a") == text

    log.set_policy(
        {"secrets": {"passed_over": ["password"], "patterns": {"employee number": r"EMP-\d{4}"}}}, reason="so"
    )

    written = mem.write("b", text)
    assert written.warnings == ("masked: github token", "masked: employee number")
    assert mem.read("b") == "password: hunter2, [secret: github token], [secret: employee number]"


def test_a_pattern_of_ones_own_leaves_what_is_masked_already():
    mask = Mask(Secrets(patterns={"letters": "[s-z]{2,}"}))

    once = mask.text("tt password: hunter2", [])

    assert once == "[secret: letters] pa[secret: letters]ord: [secret: password]"
    assert mask.text(once, []) == once


def test_a_hook_of_the_programs_own_is_asked_about_every_text(tmp_path):
    hook = lambda text: text.replace("zanzibar", "[place]")
    with belieflog.open(tmp_path / "a.db", redact=hook) as log:
        mem = log.memory("u", "s")

        receipt = mem.write("zanzibar", {"zanzibar": ["to zanzibar"]}, reason="zanzibar")
        mem.revise_plan([("go to zanzibar", "doing")])
        mem.step(1, "done")
        mem.observe("curl", "zanzibar " * 20_000)
        log.revert(user="u", event=receipt.event.position, reason="not zanzibar")

    assert receipt.warnings == ("masked: by redact=",)
    assert receipt.event.private.content == {"[place]": ["to [place]"]}
    assert b"zanzibar" not in b"".join(path.read_bytes() for path in tmp_path.iterdir())


@pytest.mark.parametrize(
    ("hook", "why"),
    [(lambda text: 1 / 0, "failed with ZeroDivisionError"), (lambda text: None, "gave NoneType"),
     (lambda text: int(text), "failed with ValueError")],
)  # fmt: skip
def test_a_hook_that_fails_refuses_the_write_and_leaves_nothing(hook, why):
    with belieflog.open(":memory:", redact=hook) as log:
        before = log.head

        with pytest.raises(belieflog.Refused, match=why) as refused:
            log.memory("u", "s").observe("curl", "zanzibar " * 20_000)

        assert (refused.value.rule, log.head, log.position) == ("9", before, 1)
        assert "zanzibar" not in str(refused.value)


def test_the_command_tells_what_was_masked_on_standard_error(tmp_path):
    command = Command(tmp_path / "a.db")

    result = command("write", "k", "password: hunter2")

    assert (result.exit_code, result.stderr) == (0, "note: masked: password\n")
    assert "hunter2" not in result.stdout
    assert command("--lang", "zh", "write", "k", "密码是hunter2").stderr == "注意：已遮盖机密：password\n"
    assert command.json("write", "k", "password: hunter2")["warnings"] == ["masked: password"]
    assert "hunter2" not in command("write", "k", "v", "password: hunter2").stderr


def test_a_pattern_of_ones_own_guards_names_too(log):
    log.set_policy({"secrets": {"patterns": {"employee number": r"EMP-\d{4}"}}}, reason="so")
    for user, session, actor in (("EMP-1234", "s", "a"), ("u", "EMP-1234", "a"), ("u", "s", "EMP-1234")):
        with pytest.raises(belieflog.InvalidValue, match=r"holds a secret \(employee number\)"):
            log.memory(user, session, actor).write("k", "v")


@pytest.mark.parametrize(
    "policy",
    [{"watch": {"required": ["fact:password=hunter052zz"]}}, {"namespaces": {"password=hunter052zz": {}}},
     {"spaces": {"team:password=hunter052zz": {}}}],
)  # fmt: skip
def test_a_password_in_a_policy_is_refused_and_not_repeated(log, policy):
    with pytest.raises(belieflog.InvalidValue, match=r"policy: holds a secret \(password\)") as refused:
        log.set_policy(policy, reason="so")

    assert "hunter052zz" not in str(refused.value) + repr(refused.value.details)


def test_a_policy_may_speak_of_passwords_and_of_patterns_for_tokens(log):
    rules = {"access": "closed", "readers": ["actor:payroll1"]}

    log.set_policy(
        {"namespaces": {"password": rules}, "secrets": {"patterns": {"api token": "tok=[0-9a-f]{8}"}}}, reason="so"
    )

    assert log.policy["namespaces"]["password"]["readers"] == ["actor:payroll1"]


@pytest.mark.parametrize(
    "regex", ["(a+)+$", "(?:[a-z]*)*x", "((?:a+)b){2,}", "(?P<x>a|b+)*", "(a{1,9})+", "(?:\\w+\\s?){10}"]
)
def test_a_pattern_that_repeats_what_is_repeated_is_refused(log, regex):
    with pytest.raises(belieflog.InvalidValue, match="repeats what is repeated already"):
        log.set_policy({"secrets": {"patterns": {"slow": regex}}}, reason="so")


@pytest.mark.parametrize("regex", ["(?:a++)+", "(?>a+)+", "(?:[0-9]{4} ?){4}", r"\(a+\)+", "[(a+)]+", "(?:ab)+c+"])
def test_a_pattern_that_repeats_without_harm_is_accepted(log, regex):
    assert log.set_policy({"secrets": {"patterns": {"quick": regex}}}, reason="so").outcome == "recorded"
