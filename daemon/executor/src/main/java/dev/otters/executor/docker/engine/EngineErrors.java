package dev.otters.executor.docker.engine;

import com.github.dockerjava.api.exception.DockerException;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import java.io.IOException;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Translates the exceptions of docker-java into those of the executor. */
public final class EngineErrors {
  private static final Pattern MESSAGE = Pattern.compile("\"message\":\"((?:[^\"\\\\]|\\\\.)*+)\"");

  private EngineErrors() {}

  /**
   * Makes a call.
   *
   * @param what the purpose, such as {@code start the sandbox}
   */
  public static <T> T call(String what, Supplier<T> call) {
    try {
      return call.get();
    } catch (ExecutorException e) {
      throw e;
    } catch (RuntimeException e) {
      throw translate(what, e);
    }
  }

  public static void run(String what, Runnable call) {
    call(
        what,
        () -> {
          call.run();
          return true;
        });
  }

  public static ExecutorException translate(String what, Throwable e) {
    if (e instanceof ExecutorException already) {
      return already;
    }
    if (e instanceof DockerException refused && refused.getHttpStatus() >= 400) {
      return refusal(what, refused);
    }
    return new ExecutorException(
        Reason.ENGINE_LOST,
        "cannot " + what + ": the engine does not answer: " + root(e),
        "Check the engine, for example with: systemctl status docker. The daemon adopts its agents"
            + " when it is back.",
        e);
  }

  private static ExecutorException refusal(String what, DockerException e) {
    String message = message(e);
    String lower = message.toLowerCase(Locale.ROOT);
    String found = "cannot " + what + ": " + message;
    if (lower.contains("no such image")) {
      return new ExecutorException(Reason.IMAGE, found, "Start the agent again.", e);
    }
    if (lower.contains("container-init binary not found")) {
      return new ExecutorException(Reason.START, found, "Install the package catatonit.", e);
    }
    if (lower.contains("extract layer")) {
      return new ExecutorException(Reason.IMAGE, found, "Build or pull the image again.", e);
    }
    if (lower.contains("bind source path") || lower.contains("mount")) {
      return new ExecutorException(
          Reason.MOUNT, found, "Check the sources of the agent's mounts.", e);
    }
    if (lower.contains("memory") || lower.contains("cpu") || lower.contains("pids")) {
      return new ExecutorException(
          Reason.LIMIT, found, "Choose other limits with --memory, --cpus or --pids.", e);
    }
    return switch (e.getHttpStatus()) {
      case 404, 409 -> new ExecutorException(Reason.CONFLICT, found, "Start the agent again.", e);
      default ->
          new ExecutorException(Reason.START, found, "Check the engine's log for the cause.", e);
    };
  }

  /** Returns the engine's message without the JSON around it. */
  public static String message(DockerException e) {
    String text = String.valueOf(e.getMessage()).replaceFirst("^Status \\d+: ", "").strip();
    Matcher matcher = MESSAGE.matcher(text);
    String plain = matcher.find() ? matcher.group(1) : text;
    return plain.replace("\\n", " ").replace("\\\"", "\"").strip();
  }

  static String root(Throwable e) {
    String found = String.valueOf(e.getMessage());
    for (Throwable t = e; t != null; t = t.getCause()) {
      if (t instanceof IOException && t.getMessage() != null) {
        found = t.getMessage();
      }
    }
    return found;
  }
}
