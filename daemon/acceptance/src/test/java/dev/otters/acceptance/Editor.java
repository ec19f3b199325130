package dev.otters.acceptance;

import java.io.IOException;
import java.time.Duration;

/** The agent of docs/resources.md, which changes its SOUL.md. */
final class Editor {
  private Editor() {}

  /** Writes its Agentfile, and the script of its model. */
  static void prepare(Otters otters) throws IOException {
    otters.script(
        "editor",
        """
        rules:
          - when: {result: {tool: resources_promote_to_substrate, matches: '"promoted"'}}
            say: "It is promoted."
          - when: {result: {tool: resources_restore_version, matches: '"promoted"'}}
            say: "It is restored."
          - when: {result: {tool: resources_promote_to_substrate, matches: '(?s)(.*)'}}
            say: "I could not: ${1}"
          - when: {result: {tool: resources_stage_from_substrate, matches: '"draftPath":"([^"]*)"'}}
            call: {tool: sh, input: '{"args": ["-c", "echo You are stern. >${1}"]}'}
          - when: {result: {tool: resources_stage_from_substrate, matches: '(?s)(.*)'}}
            say: "I could not: ${1}"
          - when: {result: {tool: sh, matches: '(?s)(.*)'}}
            call: {tool: resources_compare_with_substrate, input: '{"sessionPath": "SOUL.md"}'}
          - when: {result: {tool: resources_compare_with_substrate,
              matches: '"draftContentHash":"([0-9a-f]+)","expectedVersionId":"([0-9]+)"'}}
            call: {tool: resources_promote_to_substrate, input: '{"sourcePath": "SOUL.md",
              "draftContentHash": "${1}", "expectedVersionId": "${2}"}'}
          - when: {result: {tool: resources_list_versions,
              matches: '(?s)"versionId":"([0-9]+)".*?"versionId":"([0-9]+)"'}}
            call: {tool: resources_restore_version, input: '{"versionId": "${2}",
              "expectedVersionId": "${1}"}'}
          - when: {result: {tool: learning_record, matches: '"duplicate":false'}}
            say: "I noted it."
          - when: {user: "learned"}
            call: {tool: learning_record, input: '{"kind": "lesson",
              "title": "Figures are in costs.csv.", "detail": "Look there first."}'}
          - when: {user: "stern"}
            call: {tool: resources_stage_from_substrate, input: '{"sourcePath": "SOUL.md"}'}
          - when: {user: "before"}
            call: {tool: resources_list_versions, input: '{"targetPath": "SOUL.md"}'}
          - say: "Hello."
        """);
    Otters.write(
        otters.files().resolve("editor").resolve("Agentfile"),
        """
        FROM scratch
        NAME editor
        MODEL scripted/editor
        BIN sh otters/tools/sh:latest "A shell."
        CAPABILITY writeback learnings
        CONTEXT SOUL "Who you are" <<EOF
        You are kind.
        EOF
        """);
  }

  /** Allows the only call that waits. */
  static void allow(Otters otters) {
    allow(otters, "editor", "s");
  }

  /** Waits for the only call that waits, which is of this session, and allows it. */
  static void allow(Otters otters, String agent, String session) {
    Eventually.within(
        Duration.ofMinutes(3), "a call waits", () -> otters.json("approvals").size() > 0);
    String id = otters.json("approvals").get(0).path("id").asString();
    otters.run("session", "confirm", agent, session, id, "--allow").ok();
  }

  /** Returns what the agent reads in its SOUL.md. */
  static String soul(Otters otters) {
    return otters.run("exec", "editor", "sh", "-c", "cat /workspace/agent/SOUL.md").ok();
  }
}
