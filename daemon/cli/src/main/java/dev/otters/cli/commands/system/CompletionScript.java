package dev.otters.cli.commands.system;

import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.local.OptionValues;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

final class CompletionScript implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("completion", Group.SYSTEM, "Print the completion script for a shell")
        .details(
            "The script completes commands, options, and the names of agents, images, BINs,"
                + " sessions, models and providers. It asks the daemon for names if one runs, and"
                + " never starts one. Type 'source <(otters completion bash)' to load it once.")
        .arguments(Argument.one("SHELL", "bash, zsh or fish"))
        .example(
            "otters completion bash > ~/.local/share/bash-completion/completions/otters",
            "Complete in every bash that has the package bash-completion")
        .example(
            "otters completion fish > ~/.config/fish/completions/otters.fish",
            "Complete in every fish");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    String shell =
        OptionValues.word("SHELL", invocation.arguments().first(), "bash", "zsh", "fish");
    try (InputStream script = CompletionScript.class.getResourceAsStream("completion." + shell)) {
      byte[] text = Objects.requireNonNull(script).readAllBytes();
      invocation.console().text(new String(text, StandardCharsets.UTF_8));
    }
    return ExitCodes.OK;
  }
}
