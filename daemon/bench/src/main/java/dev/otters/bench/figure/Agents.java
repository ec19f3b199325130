package dev.otters.bench.figure;

import dev.otters.bench.run.OttersHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Builds the images of measured agents: a model without latency, and tools. */
final class Agents {
  /** A message that the model answers without a tool. */
  static final String HELLO = "hello";

  /** A message that the model answers after one tool call. */
  static final String WITH_TOOL = "use a tool";

  private static final String SCRIPTED = "scripted/bench";
  private static final String SCRIPT =
      """
      rules:
        - when: {user: "use a tool"}
          call: {tool: sh, args: ["-c", "echo here"]}
        - say: "Hello."
      """;

  /** The CONFIG values of agents whose sessions are long. */
  static final Map<String, String> WITHOUT_BUDGET = Map.of("budget-session-tokens", "unlimited");

  private Agents() {}

  /** Writes the model's script. */
  static void model(OttersHome home) throws IOException {
    home.script("bench", SCRIPT);
  }

  /** Builds the image {@code NAME:latest} with the shell as its only tool. */
  static void withShell(OttersHome home, String name) throws IOException {
    withShell(home, name, SCRIPTED);
  }

  /** Builds the image {@code NAME:latest} with a model and the shell as its only tool. */
  static void withShell(OttersHome home, String name, String model) throws IOException {
    home.image(name, agentfile(name, model) + "BIN sh otters/tools/sh:latest \"A shell.\"\n");
  }

  /** Builds the image {@code NAME:latest} with curl and Python. */
  static void withNetworkTools(OttersHome home, String name) throws IOException {
    String tools =
        """
        BIN curl otters/tools/curl:latest "Transfers data."
        BIN python3 otters/tools/python3:latest "Runs Python."
        """;
    home.image(name, agentfile(name, SCRIPTED) + tools);
  }

  /** Builds the image {@code NAME:latest} with this number of tools, each in a separate image. */
  static void withTools(OttersHome home, String name, int tools) throws IOException {
    StringBuilder agentfile = new StringBuilder(agentfile(name, SCRIPTED));
    for (int i = 1; i <= tools; i++) {
      tool(home, "tool" + i);
      agentfile.append("BIN tool%d bench/tool%d:1 \"A tool.\"\n".formatted(i, i));
    }
    home.image(name, agentfile.toString());
  }

  private static void tool(OttersHome home, String name) throws IOException {
    Path built = home.folder().resolve(name);
    if (!Files.exists(built)) {
      home.otters(
          "bin",
          "build",
          "-q",
          "-n",
          name,
          "-d",
          "A tool.",
          "-t",
          "bench/" + name + ":1",
          "--from",
          "otters/tools/sh",
          platform() + ":/sh");
      Files.createFile(built);
    }
  }

  /** Returns the platform of BIN images for this machine. */
  static String platform() {
    return "linux/" + (System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64");
  }

  private static String agentfile(String name, String model) {
    return "FROM scratch\nNAME " + name + "\nMODEL " + model + "\n";
  }
}
