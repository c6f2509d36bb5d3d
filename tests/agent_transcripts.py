"""A small transcript of each coding agent, written by hand, with everything in it that its importer takes in."""

import json

T = "2026-01-08T20:53:{:02}.476Z"


def codex(seconds, kind, **payload):
    return {"timestamp": T.format(seconds), "type": kind, "payload": payload}


def item(seconds, kind, **more):
    return codex(seconds, "response_item", **{"type": kind, **more})


def event(seconds, kind, **more):
    return codex(seconds, "event_msg", **{"type": kind, **more})


def words(seconds, role, *texts):
    kind = "output_text" if role == "assistant" else "input_text"
    return item(seconds, "message", role=role, content=[{"type": kind, "text": text} for text in texts])


CODEX = [
    codex(0, "session_meta", id="c1", cwd="/repo", source="cli"),
    words(1, "user", "<environment_context>\n<cwd>/repo</cwd>\n</environment_context>"),
    codex(1, "turn_context", cwd="/repo"),
    words(2, "user", "hello there"),
    event(2, "user_message", message="hello there", images=[]),
    item(3, "reasoning", summary=[], encrypted_content="x"),
    event(3, "agent_message", message="hello you"),
    words(3, "assistant", "hello you"),
    item(4, "function_call", name="shell", arguments='{"command":["ls"]}', call_id="f1"),
    item(5, "function_call_output", call_id="f1", output='{"output":"none","metadata":{"exit_code":2}}'),
    item(5, "function_call", name="exec_command", arguments='{"cmd":"pwd"}', call_id="f2"),
    event(6, "exec_command_end", call_id="f2", exit_code=0, aggregated_output="/repo"),
    item(6, "function_call_output", call_id="f2", output="Wall time: 0 s\nProcess exited with code 0\nOutput:\n/repo"),
    item(7, "custom_tool_call", name="apply_patch", input="*** Begin Patch", call_id="f3", status="completed"),
    item(7, "custom_tool_call_output", call_id="f3", output='{"output":"Success.","metadata":{"exit_code":0}}'),
    item(8, "local_shell_call", call_id="f4", status="completed", action={"type": "exec", "command": ["id"]}),
    item(8, "function_call_output", call_id="f4", output={"content": "denied", "success": False}),
    item(9, "function_call", name="update_plan", call_id="f5",
         arguments=json.dumps({"plan": [{"step": "read", "status": "completed"}, {"step": "write", "status": "pending"}]})),
    item(9, "function_call_output", call_id="f5", output="Plan updated"),
    event(10, "collab_agent_spawn_end", call_id="f6", new_thread_id="c2", prompt="explore"),
    codex(11, "compacted", message="they greeted each other", replacement_history=[]),
    event(12, "error", message="usage limit reached"),
]  # fmt: skip

GEMINI = {
    "sessionId": "g1",
    "projectHash": "f00",
    "startTime": T.format(0),
    "messages": [
        {"id": "m1", "timestamp": T.format(1), "type": "user", "content": "hello there"},
        {"id": "m2", "timestamp": T.format(2), "type": "gemini", "content": [{"text": "hello you"}], "thoughts": [
            {"subject": "hm", "description": "hm", "timestamp": T.format(2)}], "toolCalls": [
            {"id": "g-1", "name": "read_file", "args": {"path": "a.py"}, "status": "success", "timestamp": T.format(3),
             "result": [{"functionResponse": {"id": "g-1", "name": "read_file", "response": {"output": "import os"}}}]},
            {"id": "g-2", "name": "run_shell_command", "args": {"command": "false"}, "status": "success",
             "timestamp": T.format(4), "result": [{"functionResponse": {"id": "g-2", "name": "run_shell_command",
             "response": {"output": "Command: false\nOutput: (empty)\nExit Code: 1\nSignal: (none)"}}}]},
            {"id": "g-3", "name": "write_todos", "args": {"todos": [{"description": "read", "status": "in_progress"}]},
             "status": "success", "timestamp": T.format(5), "resultDisplay": {"todos": []}},
            {"id": "g-4", "name": "replace", "args": {}, "status": "cancelled", "timestamp": T.format(6),
             "resultDisplay": "cancelled by the user"},
            {"id": "g-5", "name": "read_file", "args": {}, "status": "executing", "timestamp": T.format(6)}]},
        {"id": "m3", "timestamp": T.format(7), "type": "error", "content": "quota exceeded"},
        {"id": "m3", "timestamp": T.format(8), "type": "user", "content": "go on"},
    ],
}  # fmt: skip

GEMINI_LINES = [
    {"sessionId": "g2", "projectHash": "f00", "startTime": T.format(0)},
    GEMINI["messages"][0],
    {"id": "m2", "timestamp": T.format(2), "type": "gemini", "content": "hello you", "toolCalls": [
        {"id": "g-1", "name": "read_file", "args": {"path": "a.py"}, "status": "executing"}]},
    {"$set": {"lastUpdated": T.format(3)}},
    GEMINI["messages"][1],
    {"$rewindTo": "m2"},
]  # fmt: skip

GEMINI_LOG = [
    {"sessionId": "g1", "messageId": 0, "type": "user", "message": "hello there", "timestamp": T.format(1)},
    {"sessionId": "g3", "messageId": 0, "type": "user", "message": "hello again", "timestamp": T.format(9)},
]

OPENCODE = {
    "info": {"id": "ses_2", "parentID": "ses_1", "projectID": "p", "title": "A task", "time": {"created": 1}},
    "messages": [
        {"info": {"id": "msg_1", "sessionID": "ses_2", "role": "user", "time": {"created": 1_737_979_200_000}}, "parts": [
            {"id": "prt_1", "type": "text", "text": "hello there"},
            {"id": "prt_2", "type": "text", "text": "<file>", "synthetic": True},
            {"id": "prt_3", "type": "file", "mime": "image/png", "filename": "a.png", "url": "data:image/png;base64,QQ=="}]},
        {"info": {"id": "msg_2", "sessionID": "ses_2", "role": "assistant", "time": {"created": 1_737_979_201_000},
                  "error": {"name": "APIError", "data": {"message": "overloaded"}}}, "parts": [
            {"id": "prt_4", "type": "reasoning", "text": "hm"},
            {"id": "prt_5", "type": "text", "text": "hello you"},
            {"id": "prt_6", "type": "tool", "callID": "o1", "tool": "read", "state": {"status": "completed",
             "input": {"filePath": "a.py"}, "output": "import os", "time": {"start": 1, "end": 1_737_979_202_000}}},
            {"id": "prt_7", "type": "tool", "callID": "o2", "tool": "bash", "state": {"status": "error",
             "input": {"command": "ls"}, "error": "rejected"}},
            {"id": "prt_8", "type": "tool", "callID": "o3", "tool": "todowrite", "state": {"status": "completed",
             "input": {"todos": [{"content": "read", "status": "completed"}]}, "output": "[]"}},
            {"id": "prt_9", "type": "tool", "callID": "o4", "tool": "bash", "state": {"status": "running", "input": {}}}]},
        {"info": {"id": "msg_3", "sessionID": "ses_2", "role": "assistant", "summary": True,
                  "time": {"created": 1_737_979_203_000}}, "parts": [
            {"id": "prt_10", "type": "text", "text": "they greeted each other"}]},
    ],
}  # fmt: skip


def pi(id, after, seconds, kind="message", **more):
    return {"type": kind, "id": id, "parentId": after, "timestamp": T.format(seconds), **more}


PI = [
    {"type": "session", "version": 3, "id": "p1", "timestamp": T.format(0), "cwd": "/repo"},
    pi("a", None, 0, "model_change", provider="x", modelId="m"),
    pi("b", "a", 0, "session_info", name="Greetings"),
    pi("c", "b", 1, message={"role": "user", "content": "hello there"}),
    pi("d", "c", 2, message={"role": "assistant", "content": [
        {"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "hello you"},
        {"type": "toolCall", "id": "p-1", "name": "bash", "arguments": {"command": "ls"}}]}),
    pi("e", "d", 3, message={"role": "toolResult", "toolCallId": "p-1", "toolName": "bash", "isError": True,
                             "content": [{"type": "text", "text": "no such file"}]}),
    pi("f", "e", 4, message={"role": "bashExecution", "command": "false", "output": "", "exitCode": 1}),
    pi("g", "f", 5, "custom_message", customType="x", content="from an extension", display=True),
    pi("h", "g", 6, message={"role": "assistant", "content": [], "stopReason": "error", "errorMessage": "rate limited"}),
    pi("i", "h", 7, "compaction", summary="they greeted each other", firstKeptEntryId="d"),
    pi("j", "d", 8, "branch_summary", fromId="i", summary="listing failed"),
    pi("k", "j", 9, message={"role": "user", "content": [{"type": "text", "text": "try again"},
                                                         {"type": "image", "data": "QUJD", "mimeType": "image/png"}]}),
    pi("l", "j", 10, message={"role": "user", "content": "or not"}),
]  # fmt: skip


def qwen(uuid, after, seconds, kind, *parts, **more):
    told = {"uuid": uuid, "parentUuid": after, "sessionId": "q1", "timestamp": T.format(seconds), "type": kind, **more}
    role = "model" if kind == "assistant" else "user"
    return {**told, "message": {"role": role, "parts": [*parts]}} if parts else told


def answer(call, name, **response):
    return {"functionResponse": {"id": call, "name": name, "response": response}}


QWEN = [
    qwen("a", None, 1, "user", {"text": "hello there"}, provenance="real_user"),
    qwen("b", "a", 2, "assistant", {"text": "hm", "thought": True}, {"text": "hello you"},
         {"functionCall": {"id": "q-1", "name": "run_shell_command", "args": {"command": "false"}}},
         {"functionCall": {"id": "q-2", "name": "todo_write", "args": {"todos": [{"content": "a", "status": "pending"}]}}}),
    qwen("c", "b", 3, "tool_result", answer("q-1", "run_shell_command", output="Command: false\nExit Code: 1"),
         toolCallResult={"callId": "q-1", "status": "success"}),
    qwen("d", "c", 4, "tool_result", answer("q-2", "todo_write", output="ok"),
         toolCallResult={"callId": "q-2", "status": "success"}),
    qwen("e", "d", 5, "user", {"text": "<task-notification>"}, provenance="system", subtype="notification"),
    qwen("f", "e", 6, "system", subtype="slash_command", systemPayload={"phase": "invocation", "rawCommand": "/compress"}),
    qwen("g", "f", 7, "system", subtype="chat_compression", systemPayload={
        "compressedHistory": [{"role": "user", "parts": [{"text": "they greeted each other"}]}]}),
    qwen("h", "b", 8, "user", {"text": "another way"}, provenance="real_user"),
    qwen("i", "h", 9, "user", {"text": "look"}, isSidechain=True, agentId="x"),
]  # fmt: skip


def wire(kind, **more):
    return {"type": kind, **more, "time": 1_767_905_603_476}


def loop(kind, **more):
    return wire("context.append_loop_event", event={"type": kind, **more})


def prompt(text, kind="user"):
    return {"role": "user", "content": [{"type": "text", "text": text}], "toolCalls": [], "origin": {"kind": kind}}


KIMI = [
    {"type": "metadata", "protocol_version": "1.4", "created_at": 1_767_905_600_000},
    wire("turn.prompt", input=[{"type": "text", "text": "hello there"}], origin={"kind": "user"}),
    wire("context.append_message", message=prompt("hello there")),
    wire("context.append_message", message=prompt("be brief", "injection")),
    wire("goal.create", goalId="1", objective="greet"),
    loop("content.part", part={"type": "think", "think": "hm"}),
    loop("content.part", part={"type": "text", "text": "hello you"}),
    loop("tool.call", toolCallId="k-1", name="Bash", args={"command": "ls"}),
    loop("tool.result", toolCallId="k-1", result={"output": "no such file", "isError": True}),
    loop("tool.call", toolCallId="k-2", name="TodoList", args={"todos": [{"title": "read", "status": "done"}]}),
    loop("tool.result", toolCallId="k-2", result={"output": [{"type": "text", "text": "ok"}]}),
    {**loop("content.part", part={"type": "text", "text": "looking"}), "agentId": "coder-1"},
    wire("context.apply_compaction", summary="they greeted each other"),
]


def muse(n, **event):
    return {
        "id": f"rec-{n}", "stream": {"kind": "session", "id": "m1"}, "sequence": n, "recorded_at": 1_767_905_603_476_000 + n,
        "payload_type": "runtime.session", "payload": {"kind": "run", "run_id": "r", "event": event},
    }  # fmt: skip


MUSE = [
    muse(1, kind="started", prompt="hello there"),
    muse(2, kind="reasoning_committed", text="hm"),
    muse(3, kind="assistant_tool_calls_committed", tool_calls=[
        {"call_id": "u-1", "name": "bash", "args": '{"command":"false"}'},
        {"call_id": "u-2", "name": "read_file", "args": '{"path":"a.py"}'},
        {"call_id": "u-3", "name": "write_todos", "args": '{"todos":[{"text":"read","status":"in_progress"}]}'}]),
    muse(4, kind="tool_result_batch_committed", results=[
        {"tool_call_id": "u-1", "text": '{"exit_code":1,"output":""}'},
        {"tool_call_id": "u-2", "text": "tool failed: No such file"},
        {"tool_call_id": "u-3", "text": '{"ok":true}'}]),
    muse(5, kind="assistant_message_committed", text="hello you"),
    muse(6, kind="terminal", terminal="failed", reason="out of tokens"),
]  # fmt: skip


def claude(uuid, seconds, kind, content, **more):
    message = {"role": kind, "content": content}
    return {"type": kind, "message": message, "uuid": uuid, "sessionId": "s1", "timestamp": T.format(seconds), **more}


CLAUDE = [
    claude("a", 1, "user", "hello there"),
    claude("b", 2, "assistant", [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "hello you"},
                                 {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "ls"}},
                                 {"type": "tool_use", "id": "t2", "name": "TodoWrite", "input": {
                                     "todos": [{"content": "read", "status": "pending"}]}}]),
    claude("c", 3, "user", [{"type": "tool_result", "tool_use_id": "t1", "content": "no such file", "is_error": True},
                            {"type": "tool_result", "tool_use_id": "t2", "content": [{"type": "text", "text": "ok"}]}]),
    claude("d", 4, "user", "look", isSidechain=True, agentId="x"),
    claude("e", 5, "user", "they greeted each other", isCompactSummary=True),
    {"type": "summary", "summary": "Greetings", "leafUuid": "b"},
    claude("b", 6, "assistant", "another of that name"),
]  # fmt: skip

LINES = {
    "claude-code": CLAUDE, "codex": CODEX, "gemini": GEMINI_LINES, "pi": PI, "qwen-code": QWEN, "kimi": KIMI,
    "muse-code": MUSE,
}  # fmt: skip
DOCUMENTS = {"gemini": GEMINI, "gemini log": GEMINI_LOG, "opencode": OPENCODE}


def jsonl(records):
    return b"".join(json.dumps(record, ensure_ascii=False).encode() + b"\n" for record in records)


def document(value):
    return json.dumps(value, ensure_ascii=False).encode()
