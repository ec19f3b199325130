package dev.otters.sessions;

import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A kit for each test. */
abstract class SessionBench {
  @TempDir Path folder;
  @AutoClose SessionKit kit;

  @BeforeEach
  void open() {
    kit = new SessionKit(folder);
  }
}
