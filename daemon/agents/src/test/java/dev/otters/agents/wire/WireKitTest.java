package dev.otters.agents.wire;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test on the sockets of agents. */
abstract class WireKitTest {
  @TempDir Path folder;
  @AutoClose WireKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new WireKit(folder);
  }
}
