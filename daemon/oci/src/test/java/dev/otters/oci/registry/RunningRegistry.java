package dev.otters.oci.registry;

import java.io.IOException;
import java.nio.file.Path;

/** A registry that somebody else wrote, and that runs. */
interface RunningRegistry extends AutoCloseable {
  /** Returns the host and port that it is reached at. */
  String host();

  @Override
  void close();

  /** Starts Debian's docker-registry somewhere. */
  @FunctionalInterface
  interface Starter {
    /**
     * Starts an empty one, and returns when it answers.
     *
     * @param folder what its configuration names lies here
     * @param auth lines that make it ask who calls, or nothing
     * @param tls a line below {@code http}, or nothing
     */
    RunningRegistry start(Path folder, String auth, String tls) throws IOException;
  }
}
