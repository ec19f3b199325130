package dev.otters.agents;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test on a daemon that keeps agents on a fake engine. */
public abstract class AgentKitTest {
  @TempDir protected Path folder;
  @AutoClose protected AgentKit kit;

  @BeforeEach
  void start() throws IOException {
    kit = new AgentKit(folder);
  }
}
