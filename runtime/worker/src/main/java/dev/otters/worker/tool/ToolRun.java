package dev.otters.worker.tool;

import static dev.otters.protocol.EventBody.ToolResult.NO_EXIT_CODE;

import dev.otters.protocol.EventBody;
import dev.otters.protocol.ToolInput;
import dev.otters.worker.log.Log;
import dev.otters.worker.sandbox.SandboxPaths;
import dev.otters.worker.sandbox.SessionPaths;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs binaries in the workspace, without a shell and with a clean environment. */
final class ToolRun {
  private static final Duration DRAIN = Duration.ofSeconds(2);
  private static final String OOM_SCORE = "500";
  private static final String KILLED = "; the tool and its child processes were killed";

  private final ToolEnvironment environment;
  private final Path workspace;
  private final Families families;
  private final Log log;

  ToolRun(ToolEnvironment environment, Path workspace, Families families, Log log) {
    this.environment = environment;
    this.workspace = workspace;
    this.families = families;
    this.log = log;
  }

  /** Returns the result of a call that did not run. */
  static EventBody.ToolResult refused(ToolRequest request, String why) {
    return EventBody.ToolResult.failed(request.call(), why);
  }

  EventBody.ToolResult run(ToolRequest request, Path binary, ToolInput input) {
    if (request.cancelled().isDone()) {
      return refused(request, "not started; " + request.cancelled().join());
    }
    long began = System.nanoTime();
    Family family;
    try {
      prepare(request.session());
      family = families.start(builder(request, binary, input));
    } catch (IOException failure) {
      return refused(request, "cannot start: " + why(failure));
    }
    Output output = new Output(outputFile(request));
    Ending ending;
    try {
      ending = supervise(family, request, input, output);
    } finally {
      families.end(family);
    }
    Output.Printed printed = finish(output);
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
    return new EventBody.ToolResult(
        request.call().id(),
        request.call().name(),
        ending.exitCode(),
        printed.stdout(),
        printed.stderr(),
        millis,
        printed.cut(),
        printed.file().map(Path::toString),
        ending.exitCode() != 0,
        ending.error());
  }

  /**
   * Makes the folders of the session. What the agent has in place of its files is its own to
   * remove, and so no reason not to run a tool.
   */
  private void prepare(SessionPaths session) throws IOException {
    Files.createDirectories(session.scratch());
    try {
      Files.createDirectories(session.files());
    } catch (IOException failure) {
      log.line("cannot make " + session.files() + ": " + failure);
    }
  }

  private static String why(IOException failure) {
    return failure instanceof AccessDeniedException denied
        ? denied.getFile() + " is not writable; its permissions were changed"
        : String.valueOf(failure.getMessage());
  }

  private ProcessBuilder builder(ToolRequest request, Path binary, ToolInput input) {
    List<String> command = new ArrayList<>();
    command.add(binary.toString());
    command.addAll(input.args());
    ProcessBuilder builder = new ProcessBuilder(command).directory(workspace.toFile());
    environment.applyTo(builder, request.session());
    if (input.stdin().isEmpty()) {
      builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    }
    return builder;
  }

  private Ending supervise(Family family, ToolRequest request, ToolInput input, Output output) {
    try {
      sacrificeFirst(family.root());
      output.read(family.root());
      feed(family.root(), input.stdin());
      return await(family, request);
    } catch (OutOfMemoryError noThread) {
      return new Ending(
          NO_EXIT_CODE, Optional.of("stopped: the sandbox's process limit is reached"));
    }
  }

  private static Ending await(Family family, ToolRequest request) {
    CompletableFuture<Integer> exit = family.rootExit();
    try {
      CompletableFuture.anyOf(exit, request.cancelled())
          .get(request.timeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      return new Ending(
          NO_EXIT_CODE, Optional.of("timed out after " + seconds(request.timeout()) + KILLED));
    } catch (InterruptedException | ExecutionException broken) {
      throw new IllegalStateException("a turn must not be interrupted or fail here", broken);
    }
    if (exit.isDone()) {
      return new Ending(exit.join(), Optional.empty());
    }
    return new Ending(NO_EXIT_CODE, Optional.of(request.cancelled().join() + KILLED));
  }

  private static String seconds(Duration time) {
    long millis = time.toMillis();
    return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
  }

  /** Makes the kernel kill the tool rather than the runtime when memory runs out. */
  private void sacrificeFirst(Process process) {
    try {
      Files.writeString(Path.of("/proc/" + process.pid() + "/oom_score_adj"), OOM_SCORE);
    } catch (NoSuchFileException _) {
      // The tool has already ended, although the JVM may not know it yet.
    } catch (IOException failure) {
      if (process.isAlive()) {
        log.line("cannot raise a tool's oom_score_adj: " + failure.getMessage());
      }
    }
  }

  private static void feed(Process process, String stdin) {
    if (!stdin.isEmpty()) {
      Thread.ofPlatform()
          .daemon()
          .name("tool-input")
          .start(
              () -> {
                try (OutputStream in = process.getOutputStream()) {
                  in.write(stdin.getBytes(StandardCharsets.UTF_8));
                } catch (IOException notRead) {
                  // A tool may ignore its input.
                  return;
                }
              });
    }
  }

  private static Output.Printed finish(Output output) {
    try {
      return output.finish(DRAIN);
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException("a turn must not be interrupted", interrupted);
    }
  }

  private static Path outputFile(ToolRequest request) {
    return request.session().scratch().resolve(SandboxPaths.fileName(request.call().id()) + ".out");
  }

  private record Ending(int exitCode, Optional<String> error) {}
}
