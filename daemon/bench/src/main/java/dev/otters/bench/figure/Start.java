package dev.otters.bench.figure;

/**
 * Is one way to start an agent.
 *
 * @param executor that starts it
 * @param mounts how its tools get into the sandbox: {@code image} or {@code bind}
 * @param tools how many it has
 */
record Start(String executor, String mounts, int tools) {
  @Override
  public String toString() {
    return tools == 0
        ? executor + ", no BIN (" + mounts + ")"
        : executor + ", " + tools + " BINs by " + mounts;
  }
}
