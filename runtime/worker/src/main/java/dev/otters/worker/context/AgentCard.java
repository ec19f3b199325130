package dev.otters.worker.context;

import dev.otters.protocol.AgentSetup;
import dev.otters.protocol.Markdown;
import dev.otters.protocol.SandboxModels;
import dev.otters.protocol.Secrecy;
import dev.otters.worker.sandbox.SandboxPaths;
import java.nio.file.Path;

/** Writes AGENT.md: the agent's identity, its binaries and its sandbox. */
final class AgentCard {
  private static final int MAX_VALUE_CHARS = 500;

  private final AgentSetup setup;
  private final SandboxPaths paths;
  private final StringBuilder text = new StringBuilder();

  private AgentCard(AgentSetup setup, SandboxPaths paths) {
    this.setup = setup;
    this.paths = paths;
  }

  static String of(AgentSetup setup, SandboxPaths paths) {
    AgentCard card = new AgentCard(setup, paths);
    card.identity();
    card.binaries();
    card.dataFiles();
    card.skills();
    card.environment();
    card.capabilities();
    return card.text.toString();
  }

  private void identity() {
    text.append("# ").append(Markdown.inline(setup.identity().name())).append("\n\n");
    if (!setup.identity().description().isBlank()) {
      text.append(Markdown.inline(setup.identity().description())).append("\n\n");
    }
    text.append("## Identity\n\n");
    bullet("Name", Markdown.code(setup.identity().name()));
    bullet("Id", Markdown.code(setup.identity().id()));
    bullet("Model", Markdown.code(setup.identity().model()));
    bullet("Image", pin(setup.identity().image()));
    bullet("Runtime", pin(setup.identity().runtime()));
  }

  private void binaries() {
    heading("Binaries");
    if (setup.tools().isEmpty()) {
      text.append(
          "You have no binaries: you cannot run programs, and you cannot read or write files. Never"
              + " claim that you did.\n");
      return;
    }
    text.append(
        """
        You can run the binaries in this list, and nothing else. Programs that a Unix machine \
        usually has (`bash`, `curl`, `git`, `python` and the like) are not there unless they are \
        listed or one of the listed ones brings them along. Never claim to have run anything else.

        """);
    setup.tools().forEach(this::binary);
    text.append(
        """

        ### How to call a binary

        Each binary is a tool of the same name, whose description says how to use it. Its input is \
        one JSON object with `args`, a list of strings, and `stdin`, a string; both may be left \
        out, other keys are refused. The arguments reach the program as they are: no shell splits, \
        quotes or expands them.

        A result holds the exit code, the standard output and the standard error. If a task needs \
        a program that is not listed, say so plainly.
        """);
  }

  private void binary(AgentSetup.Tool tool) {
    text.append("- **").append(Markdown.inline(tool.name())).append("**");
    if (tool.gated()) {
      text.append(" (the operator must allow each call; it runs outside of this sandbox)");
    }
    description(tool.description());
  }

  private void dataFiles() {
    if (setup.dataFiles().isEmpty()) {
      return;
    }
    heading("Data Files");
    text.append("| File | Description |\n|---|---|\n");
    for (AgentSetup.DataFile file : setup.dataFiles()) {
      String path = paths.data().resolve(file.name()).toString();
      row(Markdown.codeCell(path), Markdown.inline(file.description()));
    }
  }

  private void skills() {
    if (setup.skills().isEmpty()) {
      return;
    }
    heading("Skills");
    text.append(
        setup.tools().isEmpty()
            ? "You have no binaries, so you cannot read the files of these skills.\n\n"
            : """
            A skill is a folder of instructions for one kind of task. When a task fits a \
            description, first read its `SKILL.md` with a binary that reads files, and follow it. \
            The paths in it start in its folder, which is read-only.

            """);
    for (AgentSetup.Skill skill : setup.skills()) {
      text.append("- **").append(Markdown.inline(skill.name())).append("** ");
      text.append(path(paths.skills().resolve(skill.name()).resolve("SKILL.md")));
      description(skill.description());
    }
  }

  private void environment() {
    if (setup.envs().isEmpty()) {
      return;
    }
    heading("Environment");
    text.append("Every binary is started with these variables.\n\n");
    text.append("| Key | Value | Description |\n|---|---|---|\n");
    for (AgentSetup.Env env : setup.envs()) {
      row(Markdown.codeCell(env.key()), value(env), Markdown.inline(env.description()));
    }
  }

  private static String value(AgentSetup.Env env) {
    if (env.secret() || Secrecy.isSecret(env.key(), env.value())) {
      return env.value().isEmpty() ? "(not set)" : "(set, not shown)";
    }
    String value = env.value();
    String shown =
        value.length() > MAX_VALUE_CHARS ? value.substring(0, MAX_VALUE_CHARS) + "…" : value;
    return Markdown.codeCell(shown);
  }

  private void capabilities() {
    heading("Capabilities");
    text.append("This is what you have here. Do not claim that you lack it.\n\n");
    bullet("Network", network());
    if (SandboxModels.isOn(setup.configs())) {
      bullet(
          "Models",
          "programs can ask your own model at "
              + Markdown.code(SandboxModels.ADDRESS)
              + " with the SDKs of Anthropic and OpenAI, which find it by their environment. Each"
              + " request costs, and counts in your budgets.");
    }
    bullet(
        "Persistent workspace",
        "files in "
            + path(paths.workspace())
            + " and "
            + path(paths.home())
            + " stay when you are stopped and started again.");
    bullet(
        "Persistent state",
        "programs can keep databases and the like in "
            + path(paths.varLib())
            + ", which stays"
            + " too. "
            + path(paths.tmp())
            + " is emptied at every start.");
    bullet(
        "Memory of a session",
        "what was said and done in a session is given to you again at its next turn, also after"
            + " a restart.");
    bullet("Limits", new LimitText(setup).toString());
    if (!setup.capabilities().isEmpty()) {
      bullet(
          "Declared, but not part of this release",
          String.join(
              ", ", setup.capabilities().stream().map(c -> Markdown.code(c.name())).toList()));
    }
  }

  private String network() {
    return switch (setup.network()) {
      case "none" -> "none. No program here can reach another machine; do not try.";
      case AgentSetup.HOST_NETWORK -> "the network of the machine that you run on.";
      case AgentSetup.EGRESS_NETWORK -> hosts();
      case "bridge" -> "your binaries can open connections to other machines.";
      default -> Markdown.inline(setup.network());
    };
  }

  private String hosts() {
    if (setup.hosts().isEmpty()) {
      return "no host is allowed. A program that needs one gets an answer that says how your"
          + " operator can allow it; tell that to the person you work for.";
    }
    return "your binaries can reach these hosts, by the HTTP proxy that their environment names,"
        + " and no others: "
        + String.join(", ", setup.hosts().stream().map(Markdown::code).toList())
        + ".";
  }

  private static String path(Path path) {
    return Markdown.code(path.toString());
  }

  private static String pin(AgentSetup.Pin pin) {
    String ref = Markdown.code(pin.ref());
    return pin.digest().isEmpty() ? ref : ref + " (" + Markdown.code(pin.digest()) + ")";
  }

  private void heading(String title) {
    text.append("\n## ").append(title).append("\n\n");
  }

  private void bullet(String name, String content) {
    text.append("- **").append(name).append("**: ").append(content).append('\n');
  }

  private void description(String description) {
    if (!description.isBlank()) {
      text.append(" — ").append(Markdown.inline(description));
    }
    text.append('\n');
  }

  private void row(String... cells) {
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }
}
