package dev.otters.acceptance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The main job's folder, {@code people}, and a model of this name that reads and writes it. */
final class People {
  private static final String SCRIPT =
      """
      rules:
        - when: {user: "(?i)who is (\\\\w+)"}
          call: {tool: sh, args: ["-c", "cat /workspace/src/people.txt"]}
        - when: {user: "(?i)write"}
          call: {tool: sh, args: ["-c", "echo mine > /workspace/src/people.txt"]}
        - when: {result: {tool: sh, matches: "ada: ([^\\\\n]+)"}}
          say: "Ada is ${1}."
        - when: {result: {tool: sh, matches: "Read-only file system"}}
          say: "The mount is read-only."
        - say: "I do not know."
      """;

  private People() {}

  static void model(Otters otters) {
    otters.script("people", SCRIPT);
  }

  /** Makes the folder, which everybody may read. */
  static Path folder(Otters otters) throws IOException {
    Path folder = Files.createDirectory(otters.files().resolve("people"));
    Otters.write(folder.resolve("people.txt"), "ada: a mathematician\n");
    folder.toFile().setReadable(true, false);
    folder.toFile().setExecutable(true, false);
    return folder;
  }
}
