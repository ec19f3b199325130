package dev.otters.executor.posix;

import java.io.IOException;

/** A refusal of the kernel. */
public final class PosixException extends IOException {
  private static final long serialVersionUID = 1L;

  private final int errno;

  PosixException(String call, String subject, int errno) {
    super(subject + ": " + Errno.describe(errno) + " (" + call + ")");
    this.errno = errno;
  }

  /** Returns the kernel's reason, such as {@code permission denied}. */
  public String reason() {
    return Errno.describe(errno);
  }

  /** Returns whether the kernel's error is one of these. */
  public boolean is(Errno... candidates) {
    for (Errno candidate : candidates) {
      if (candidate.number() == errno) {
        return true;
      }
    }
    return false;
  }
}
