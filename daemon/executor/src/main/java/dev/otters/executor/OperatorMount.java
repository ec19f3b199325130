package dev.otters.executor;

import java.nio.file.Path;

/**
 * A host file or folder that the operator binds into a sandbox.
 *
 * @param host an absolute, existing path without links
 * @param target an absolute and normalized path in the sandbox
 * @param readOnly whether the kernel refuses writes
 */
public record OperatorMount(Path host, String target, boolean readOnly) {
  public OperatorMount {
    if (!host.isAbsolute() || !target.startsWith("/") || target.length() == 1) {
      throw new IllegalArgumentException("invalid mount: " + host + " at " + target);
    }
  }
}
