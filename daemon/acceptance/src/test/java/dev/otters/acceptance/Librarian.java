package dev.otters.acceptance;

import java.io.IOException;

/** The agent of docs/mcp.md whose server is a script. */
final class Librarian {
  private Librarian() {}

  /** Writes its Agentfile, the script of its model, and its server. */
  static void prepare(Otters otters) throws IOException {
    otters.script(
        "librarian",
        """
        rules:
          - when: {result: {tool: papers_find, matches: "(?s).*(Otters at play.*)"}}
            say: "They are: ${1}"
          - when: {result: {tool: papers_find, matches: "(?s)(.*)"}}
            say: "I could not: ${1}"
          - when: {user: "papers are about (.*)\\\\?"}
            call: {tool: papers_find, input: '{"word": "${1}"}'}
          - say: "Hello."
        """);
    Otters.write(
        otters.files().resolve("librarian").resolve("Agentfile"),
        """
        FROM scratch
        NAME librarian
        MODEL scripted/librarian
        BIN python3 otters/tools/python3:latest "Runs the server of the papers."
        RESOURCE papers kind=mcp bin=python3 args="/workspace/papers/server.py" read-tools=find
        """);
    Otters.write(
        otters.files().resolve("papers").resolve("server.py"),
        """
        import json, os, sys, time

        def find(word):
            open("/workspace/own", "w").write(word)
            return "Otters at play. " + " ".join(sorted(os.listdir("/workspace")))

        TOOLS = [{"name": "find", "annotations": {"readOnlyHint": True}, "inputSchema":
            {"type": "object", "properties": {"word": {"type": "string"}}}}]
        for line in sys.stdin:
            asked = json.loads(line)
            method = asked["method"]
            if method == "initialize":
                said = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
                    "serverInfo": {"name": "papers", "version": "1"}}
            elif method == "tools/list":
                said = {"tools": TOOLS}
            elif method == "tools/call":
                word = asked["params"]["arguments"]["word"]
                if word == "death":
                    sys.exit("I am tired.")
                while word == "flood":
                    print('{"jsonrpc": "2.0", "method": "notifications/x"}', flush=True)
                if word == "sleep":
                    time.sleep(1000)
                said = {"content": [{"type": "text", "text": find(word)}]}
            else:
                continue
            print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": said}), flush=True)
        """);
  }
}
