package dev.otters.bench.figure;

/**
 * A way to start an agent.
 *
 * @param executor the executor
 * @param mounts how tools are mounted: {@code image} or {@code bind}
 * @param tools the number of tools
 */
record Start(String executor, String mounts, int tools) {
  @Override
  public String toString() {
    return tools == 0
        ? executor + ", no BIN (" + mounts + ")"
        : executor + ", " + tools + " BINs by " + mounts;
  }
}
