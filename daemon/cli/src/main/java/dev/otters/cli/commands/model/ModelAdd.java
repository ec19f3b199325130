package dev.otters.cli.commands.model;

import dev.otters.api.Progress;
import dev.otters.api.model.ModelSummary;
import dev.otters.cli.client.Content;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.ProgressView;
import dev.otters.cli.local.OptionValues;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

final class ModelAdd implements RunnableCommand {
  private static final String MAGIC = "GGUF";
  private static final int BUFFER = 1 << 20;

  @Override
  public Command command() {
    return Command.of("model add", Group.MODELS, "Add a local model from a GGUF file")
        .details(
            """
            Copies the file. If 'otters model ls' already lists the name, the file must be the one
            in the catalogue.\
            """)
        .arguments(Argument.one("NAME", "Name of the model; its MODEL is local/NAME"))
        .options(
            Option.one("FILE", "The file (required)", "-f", "--file"),
            Option.one("TOKENS", "Context window in tokens (default from the file)", "--context"),
            Option.one("TEXT", "Licence (default from the file)", "--licence"),
            Option.flag("Print only the name", "-q", "--quiet"),
            Invocation.OUTPUT)
        .example("otters model add mine --file ./mine.gguf", "Add a model of your own")
        .example(
            "otters model add smollm2-135m --file SmolLM2-135M-Instruct.Q4_1.gguf",
            "Add the file of a known model that the daemon cannot download")
        .example(
            "otters model add mine --file ./mine.gguf --context 4096 --licence MIT",
            "Add the details that the file lacks");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    Arguments given = invocation.arguments();
    String word =
        given
            .one("--file")
            .orElseThrow(() -> new UsageException("option '--file' is missing", null, command()));
    Path file = checked(invocation.places().file(word));
    long size = Files.size(file);
    Route route =
        Route.of("models", "add").with("name", given.first()).with("bytes", String.valueOf(size));
    given
        .one("--context")
        .map(text -> OptionValues.count("--context", text, 1))
        .ifPresent(context -> route.with("context", String.valueOf(context)));
    given.one("--licence").ifPresent(text -> route.with("licence", text));
    ModelSummary model = send(invocation, route, file, size);
    return ModelPull.print(invocation, model);
  }

  private static Path checked(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      String start = new String(in.readNBytes(MAGIC.length()), StandardCharsets.ISO_8859_1);
      if (!start.equals(MAGIC)) {
        throw UsageException.of(
            file + " is not a GGUF file: it does not start with " + MAGIC,
            "Give a model file for llama.cpp.");
      }
    }
    return file;
  }

  /**
   * Sends a file and shows its own progress, since the daemon's answer is read only after the
   * upload.
   */
  private static ModelSummary send(Invocation invocation, Route route, Path file, long size) {
    try (ProgressView view =
        invocation.quiet() ? ProgressView.none() : ProgressView.of(invocation.console())) {
      Content content = new Content.Bytes(size, out -> copy(file, size, out, view));
      return invocation.daemon().work(route, content, ModelSummary.class, _ -> {});
    }
  }

  private static void copy(Path file, long size, OutputStream out, ProgressView view)
      throws IOException {
    byte[] buffer = new byte[BUFFER];
    String name = file.getFileName().toString();
    long left = size;
    try (InputStream in = Files.newInputStream(file)) {
      while (left > 0) {
        int read = in.read(buffer, 0, (int) Math.min(BUFFER, left));
        if (read < 0) {
          throw new IOException(file + " was truncated during the upload");
        }
        out.write(buffer, 0, read);
        left -= read;
        view.show(new Progress(name, "upload", size - left, size));
      }
    }
  }
}
