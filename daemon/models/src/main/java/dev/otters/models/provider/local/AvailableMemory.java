package dev.otters.models.provider.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * The available memory of the machine.
 *
 * @param available returns the bytes; empty if unknown
 */
record AvailableMemory(Supplier<OptionalLong> available) {
  private static final String LINE = "MemAvailable:";

  /** Reads the memory from Linux, including cached files. */
  static AvailableMemory ofThisMachine() {
    return new AvailableMemory(() -> read(Path.of("/proc/meminfo")));
  }

  static OptionalLong read(Path meminfo) {
    try {
      return Files.readAllLines(meminfo).stream()
          .filter(line -> line.startsWith(LINE))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
          .findFirst();
    } catch (IOException | NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /**
   * Checks that a model fits into the memory.
   *
   * @throws dev.otters.models.gateway.ModelException if it does not
   */
  void require(LoadSettings wanted) {
    OptionalLong left = available.get();
    if (left.isPresent() && left.getAsLong() < wanted.bytes()) {
      throw Failures.noMemory(wanted.model().name(), wanted.bytes(), left.getAsLong());
    }
  }
}
