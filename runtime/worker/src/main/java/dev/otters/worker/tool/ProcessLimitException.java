package dev.otters.worker.tool;

import java.io.IOException;
import java.util.regex.Pattern;

/** A failure to start a process because the sandbox may not have another one. */
final class ProcessLimitException extends IOException {
  private static final long serialVersionUID = 1;

  /** EAGAIN, as the JDK puts it into the message of a failed start, by each way to start. */
  private static final Pattern EAGAIN = Pattern.compile("error(: |=)11\\b");

  ProcessLimitException(Throwable cause) {
    super("the sandbox's process limit is reached", cause);
  }

  /** Reports whether a failed start says that there was no room for another process. */
  static boolean isBehind(IOException failure) {
    return EAGAIN.matcher(String.valueOf(failure.getMessage())).find();
  }
}
