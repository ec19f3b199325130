package dev.otters.executor.system.process;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.Pause;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Starts supervisors, and explains failed starts. */
public final class SupervisorProcess {
  private static final int MOST_SAID = 16 * 1024;
  private static final Duration ERROR_TIMEOUT = Duration.ofMillis(500);

  private SupervisorProcess() {}

  /**
   * Returns the command that starts a supervisor, with an environment of its own.
   *
   * @param script the supervisor's program
   */
  public static ProcessBuilder of(Path script, StateFolder folder, List<String> command) {
    ProcessBuilder builder = attached(script, folder, command);
    builder.redirectInput(Redirect.from(Path.of("/dev/null").toFile()));
    builder.redirectOutput(Redirect.DISCARD);
    builder.redirectError(folder.path().resolve("supervisor.err").toFile());
    return builder;
  }

  /** Returns the command that starts a supervisor whose streams are those of its program. */
  public static ProcessBuilder attached(Path script, StateFolder folder, List<String> command) {
    List<String> all = new ArrayList<>();
    all.addAll(List.of("setsid", "/bin/sh", script.toString(), folder.path().toString()));
    all.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(all);
    builder.environment().clear();
    builder
        .environment()
        .put("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
    builder.environment().put("LC_ALL", "C");
    return builder;
  }

  /** Returns the first process; empty until it is known. */
  public static Optional<ProcessId> child(StateFolder folder) {
    try {
      return folder.child().flatMap(ProcessId::of);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static boolean hasEnded(StateFolder folder) {
    try {
      return folder.ended().isPresent();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the failure of a start, with the last output. */
  public static ExecutorException failed(SupervisedSandbox sandbox, String found) {
    Pause.until(ERROR_TIMEOUT, () -> !sandbox.firstError().isEmpty());
    String said = sandbox.firstError();
    if (said.isEmpty()) {
      said = supervisorSaid(sandbox.folder());
    }
    return failed(found, said);
  }

  /**
   * Returns the failure of a start.
   *
   * @param said what the sandbox said; empty when it said nothing
   */
  public static ExecutorException failed(String found, String said) {
    String text = (found + " " + said.lines().findFirst().orElse("")).strip();
    return new ExecutorException(
        Reason.START,
        "the sandbox does not start: " + (text.isEmpty() ? "it ended at once" : text),
        "Check that this machine can run sandboxes.");
  }

  private static String supervisorSaid(StateFolder folder) {
    try (InputStream said = Files.newInputStream(folder.path().resolve("supervisor.err"))) {
      return new String(said.readNBytes(MOST_SAID), StandardCharsets.UTF_8).strip();
    } catch (NoSuchFileException _) {
      return "";
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
