package dev.otters.cli.commands.memory;

import dev.otters.api.Json;
import dev.otters.api.memory.MemoryList;
import dev.otters.api.memory.MemoryView;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.OutputFile;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

final class MemoryExport implements RunnableCommand {
  private static final String PAGE = "200";

  @Override
  public Command command() {
    return Command.of("memory export", Group.AGENTS, "Write memories as JSON Lines")
        .details(
            "Writes one line for each memory, the newest first, without those that another one"
                + " replaced.")
        .options(
            MemoryCommands.NAMESPACE,
            Option.one("FILE", "File to write (default - for standard output)", "-o", "--file"))
        .example(
            "otters memory export --namespace app/user/u_123 -o u_123.jsonl",
            "Export what is known about a user of your app");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    String file = invocation.arguments().one("--file").orElse("-");
    if (file.equals("-")) {
      Console console = invocation.console();
      boolean person = console.terminal().out();
      write(
          invocation,
          line -> {
            console.line(person ? Console.harmless(line) : line);
            return !console.isDeaf();
          });
    } else {
      Path path = invocation.places().resolve(file);
      OutputFile.write(invocation, path, out -> write(invocation, out));
      invocation.console().line("exported " + path);
    }
    return ExitCodes.OK;
  }

  private interface Lines {
    /** Returns whether to write on. */
    boolean add(String line) throws IOException;
  }

  private static void write(Invocation invocation, OutputStream out) throws IOException {
    try (BufferedOutputStream buffer = new BufferedOutputStream(out, 1 << 16)) {
      write(
          invocation,
          line -> {
            buffer.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            return true;
          });
    }
  }

  private static void write(Invocation invocation, Lines lines) throws IOException {
    @Nullable String after = null;
    do {
      Route route = MemoryCommands.route(invocation.arguments()).with("limit", PAGE);
      MemoryList page =
          invocation
              .daemon()
              .get(after == null ? route : route.with("after", after), MemoryList.class);
      for (MemoryView memory : page.memories()) {
        if (!lines.add(Json.write(memory))) {
          return;
        }
      }
      after = page.next();
    } while (after != null);
  }
}
