package dev.otters.agents;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that copy to and from the workspace of an agent. */
@Timeout(120)
abstract class CopyTest {
  @TempDir Path folder;
  @AutoClose CopyKit copy;
  Path workspace;

  @BeforeEach
  void open() throws IOException {
    copy = new CopyKit(folder);
    workspace = copy.workspace;
  }
}
