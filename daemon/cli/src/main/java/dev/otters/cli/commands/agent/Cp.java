package dev.otters.cli.commands.agent;

import dev.otters.api.Json;
import dev.otters.api.Progress;
import dev.otters.api.agent.CopyReport;
import dev.otters.cli.client.Content;
import dev.otters.cli.client.Interrupts;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Plural;
import dev.otters.cli.console.ProgressView;
import dev.otters.cli.console.Sizes;
import dev.otters.cli.local.LocalFiles;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;

/** Copies files out of an agent or into it. */
final class Cp implements RunnableCommand {
  private static final String STREAM = "-";

  /** A file of an agent. */
  private record Remote(String agent, String path) {
    /** Parses {@code AGENT:PATH}, as Docker does; empty for a local path. */
    static Optional<Remote> parse(String word) {
      int colon = word.indexOf(':');
      boolean isLocal = colon < 1 || word.startsWith("/") || word.startsWith(".");
      return isLocal
          ? Optional.empty()
          : Optional.of(new Remote(word.substring(0, colon), word.substring(colon + 1)));
    }

    Route route(Invocation invocation) {
      Route route = Route.of("agents", agent, "files");
      return invocation.ofSession(route.with("path", path.isEmpty() ? "/" : path));
    }

    @Override
    public String toString() {
      return agent + ":" + path;
    }
  }

  @Override
  public Command command() {
    return Command.of("cp", Group.AGENTS, "Copy files out of an agent or into it")
        .alias("agent cp")
        .details(
            "One of FROM and TO is AGENT:PATH, the other a path of this machine, or - for a tar on"
                + " standard output or input. The agent may run or not. PATH is below /workspace,"
                + " /home, /tmp, /var/lib or a mount; /etc can be copied out only.\n\n"
                + "The copy has the rights of the agent's user, who owns what is copied in. An"
                + " existing folder TO receives FROM, any other TO becomes its copy. FROM/. is the"
                + " content of a folder. Links are copied as links; sockets, pipes and devices are"
                + " left out with a note.\n\n"
                + "The exit code is 1 if a file could not be read or changed meanwhile.")
        .arguments(
            Argument.one("FROM", "AGENT:PATH, a local path, or -"),
            Argument.one("TO", "AGENT:PATH, a local path, or -"))
        .options(
            Invocation.SESSION,
            Option.flag("Print no summary", "-q", "--quiet"),
            Option.one("FORMAT", "Output format: text, json or yaml", "--output"))
        .example("otters cp guide:/workspace/report.md .", "Copy a file out of an agent")
        .example("otters cp notes guide:/workspace", "Copy a folder into an agent")
        .example("otters cp guide:/workspace/. - | tar tf -", "List what a workspace contains");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    String from = invocation.arguments().first();
    String to = invocation.arguments().positional().get(1);
    Optional<Remote> source = Remote.parse(from);
    Optional<Remote> target = Remote.parse(to);
    if (source.isPresent() == target.isPresent()) {
      throw new UsageException(
          source.isPresent()
              ? "cannot copy from one agent to another"
              : "neither " + from + " nor " + to + " names an agent",
          "Give one path as AGENT:PATH and one of this machine.",
          command());
    }
    CopyReport report =
        source.isPresent()
            ? download(invocation, source.get(), to)
            : upload(invocation, from, target.orElseThrow());
    report.notes().forEach(invocation.console()::warn);
    if (report.moreNotes() > 0) {
      invocation.console().warn(report.moreNotes() + " more are not shown");
    }
    if (!to.equals(STREAM) && !invocation.quiet()) {
      var _ = invocation.print(report, () -> summary(invocation.console(), report, to));
    }
    return report.complete() ? ExitCodes.OK : ExitCodes.FAILED;
  }

  private static void summary(Console console, CopyReport report, String to) {
    String files = Plural.of(report.files(), "file");
    console.line(
        Console.harmless("copied " + files + " (" + Sizes.of(report.bytes()) + ") to " + to));
  }

  private CopyReport download(Invocation invocation, Remote source, String to) throws IOException {
    boolean content = source.path().endsWith("/.") || source.path().equals(".");
    if (to.equals(STREAM) && invocation.console().terminal().out()) {
      throw new UsageException(
          "cannot write a tar to a terminal", "Name a path, or use a pipe.", command());
    }
    Path local = invocation.places().resolve(to);
    if (!to.equals(STREAM) && (isLost(local) || (to.endsWith("/") && !Files.isDirectory(local)))) {
      throw UsageException.of("the folder of " + to + " does not exist", "Create it first.");
    }
    try (ProgressView view = view(invocation);
        Interrupts.Handle _ = invocation.cleared(view)) {
      String report =
          invocation
              .daemon()
              .download(
                  source.route(invocation),
                  in -> {
                    InputStream counted = counted(in, count(view, source.path()));
                    if (to.equals(STREAM)) {
                      var _ = counted.transferTo(invocation.console().bytes());
                      invocation.console().bytes().flush();
                    } else {
                      LocalFiles.unpack(counted, local, !content);
                    }
                  },
                  CopyReport.TRAILER);
      byte[] json = Base64.getDecoder().decode(report);
      return Json.read(new String(json, StandardCharsets.UTF_8), CopyReport.class);
    }
  }

  private static boolean isLost(Path local) {
    Path parent = local.getParent();
    return parent != null && !Files.isDirectory(parent);
  }

  private CopyReport upload(Invocation invocation, String from, Remote target) {
    if (from.equals(STREAM)) {
      if (invocation.console().terminal().in()) {
        throw new UsageException(
            "cannot read a tar from a terminal", "Name a path, or use a pipe.", command());
      }
      return send(
          invocation,
          target,
          target.route(invocation),
          out -> invocation.console().in().transferTo(out));
    }
    Path local = invocation.places().resolve(from);
    if (!Files.exists(local, LinkOption.NOFOLLOW_LINKS)) {
      throw UsageException.of(local + " does not exist", null);
    }
    boolean content = from.equals(".") || from.endsWith("/.");
    Path root = from.endsWith("/") || content ? real(local) : local;
    Route route = target.route(invocation);
    if (!content && local.getFileName() != null) {
      route.with("as", local.getFileName().toString());
    }
    AtomicBoolean isIncomplete = new AtomicBoolean();
    BiConsumer<Path, String> left = (file, why) -> invocation.console().warn(file + ": " + why);
    BiConsumer<Path, String> lost = left.andThen((_, _) -> isIncomplete.set(true));
    CopyReport sent =
        send(invocation, target, route, out -> LocalFiles.pack(root, out, lost, left));
    return sent.complete() && !isIncomplete.get()
        ? sent
        : new CopyReport(sent.files(), sent.bytes(), false, sent.notes(), sent.moreNotes());
  }

  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends a tar. A failure to read it is not one of the connection. */
  private static CopyReport send(
      Invocation invocation, Remote target, Route route, Content.Writer tar) {
    try (ProgressView view = view(invocation);
        Interrupts.Handle _ = invocation.cleared(view)) {
      LongConsumer count = count(view, target.path());
      Content content = new Content.Tar(out -> write(tar, new Counted(out, count)));
      return invocation.daemon().upload(route, content, CopyReport.class);
    }
  }

  private static void write(Content.Writer tar, Counted out) throws IOException {
    try {
      tar.write(out);
    } catch (IOException e) {
      if (out.broken) {
        throw e;
      }
      throw new UncheckedIOException("cannot read the files: " + e.getMessage(), e);
    }
  }

  private static ProgressView view(Invocation invocation) {
    return invocation.console().terminal().err() ? invocation.progress() : ProgressView.none();
  }

  private static LongConsumer count(ProgressView view, String path) {
    return done -> view.show(new Progress(path, "copy", done, 0));
  }

  private static InputStream counted(InputStream in, LongConsumer count) {
    return new FilterInputStream(in) {
      private long done;

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = in.read(bytes, offset, length);
        done += Math.max(read, 0);
        count.accept(done);
        return read;
      }
    };
  }

  /** Counts what is sent, and knows whether the connection failed. */
  private static final class Counted extends FilterOutputStream {
    private final LongConsumer count;
    private long done;
    private boolean broken;

    Counted(OutputStream out, LongConsumer count) {
      super(out);
      this.count = count;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        out.write(bytes, offset, length);
      } catch (IOException e) {
        broken = true;
        throw e;
      }
      done += length;
      count.accept(done);
    }
  }
}
