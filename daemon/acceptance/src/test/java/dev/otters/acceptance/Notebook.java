package dev.otters.acceptance;

import java.io.IOException;

/** The agent of docs/memory.md, which stores what begins with {@code Remember:}. */
final class Notebook {
  private Notebook() {}

  /** Writes its Agentfile, and the script of its model. */
  static void prepare(Otters otters) throws IOException {
    otters.script(
        "notebook",
        """
        rules:
          - when: {result: {tool: memory_search, matches: '(?s)"text":"([^"]*)"'}}
            say: "I remember: ${1}"
          - when: {result: {tool: memory_search, matches: '"memories":\\[\\]'}}
            say: "I do not know."
          - when: {result: {tool: memory_write, matches: '"action":"(stored|unchanged)"'}}
            say: "I will remember that."
          - when: {result: {tool: memory_write, matches: "(?s)(.*)"}}
            say: "I could not: ${1}"
          - when: {user: "Remember: (.*)"}
            call: {tool: memory_write, input: '{"text": "${1}"}'}
          - when: {user: "Remember at (\\\\S+): (.*)"}
            call: {tool: memory_write, input: '{"text": "${2}", "namespace": "${1}"}'}
          - when: {user: "(?s)(editor)"}
            call: {tool: memory_search, input: '{"query": "${1}"}'}
          - say: "Hello."
        """);
    Otters.write(
        otters.files().resolve("notebook").resolve("Agentfile"),
        """
        FROM scratch
        NAME notebook
        MODEL scripted/notebook
        BIN sh otters/tools/sh:latest "A shell."
        RESOURCE memory mode=read-write "What users told the agent"
        """);
  }
}
