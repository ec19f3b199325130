package dev.otters.acceptance.crash;

/** An MCP server with one tool, which does what the tool of the other scenarios does. */
final class StubServer {
  /** Appends a line to a file, then waits while its step is armed. */
  static final String PROGRAM =
      """
      import json, os, sys, time

      POINT = "points/allowed-call-running"

      def append(mark):
          with open("effects", "a") as effects:
              effects.write(mark + "\\n")
          if os.path.exists(POINT + ".armed"):
              open(POINT + ".reached", "w").close()
              while os.path.exists(POINT + ".armed"):
                  time.sleep(0.05)
          return "appended"

      TOOLS = [{"name": "append", "inputSchema":
          {"type": "object", "properties": {"mark": {"type": "string"}}}}]
      os.chdir("/workspace/shared")
      for line in sys.stdin:
          asked = json.loads(line)
          method = asked["method"]
          if method == "initialize":
              said = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
                  "serverInfo": {"name": "papers", "version": "1"}}
          elif method == "tools/list":
              said = {"tools": TOOLS}
          elif method == "tools/call":
              text = append(asked["params"]["arguments"]["mark"])
              said = {"content": [{"type": "text", "text": text}]}
          else:
              continue
          print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": said}), flush=True)
      """;

  private StubServer() {}
}
