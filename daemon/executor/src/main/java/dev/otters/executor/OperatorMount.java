package dev.otters.executor;

import java.nio.file.Path;

/**
 * Binds a host file or folder into a sandbox.
 *
 * @param host absolute, existing, free of links
 * @param target absolute and normalised path in the sandbox
 * @param readOnly whether the kernel refuses writes
 */
public record OperatorMount(Path host, String target, boolean readOnly) {
  public OperatorMount {
    if (!host.isAbsolute() || !target.startsWith("/") || target.length() == 1) {
      throw new IllegalArgumentException("no mount: " + host + " at " + target);
    }
  }
}
