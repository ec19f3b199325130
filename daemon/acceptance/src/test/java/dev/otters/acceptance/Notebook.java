package dev.otters.acceptance;

import java.io.IOException;

/** The agent of docs/memory.md, which stores what begins with {@code Remember:} and files. */
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
          - when: {result: {tool: files_write, matches: '(?s)"path":"([^"]*)"'}}
            say: "I wrote ${1}."
          - when: {result: {tool: files_read, matches: '(?s)"text":"([^"]*)"'}}
            say: "It says: ${1}"
          - when: {user: "Write (\\\\S+): (.*)"}
            call: {tool: files_write, input: '{"path": "${1}", "text": "${2}"}'}
          - when: {user: "Read (\\\\S+)"}
            call: {tool: files_read, input: '{"path": "${1}"}'}
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
        RESOURCE files mode=read-write "What the team wrote down"
        """);
  }
}
