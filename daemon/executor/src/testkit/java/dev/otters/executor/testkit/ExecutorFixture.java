package dev.otters.executor.testkit;

import dev.otters.executor.Executor;
import dev.otters.executor.ImagePin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;

/** Opens executors of one kind for tests. */
public interface ExecutorFixture {
  /**
   * Opens the executor of a home. The same home twice has the same sandboxes.
   *
   * @param folder the folder for what the executor keeps
   */
  Executor open(UUID home, Path folder) throws IOException;

  /** Returns an image that sandboxes can be made of, with a shell and busybox. */
  ImagePin runtime() throws IOException;
}
