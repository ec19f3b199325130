package dev.otters.executor.system.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFolderTest {
  @TempDir private Path temp;

  @Test
  void aRequestToEndIsRecordedHoweverOftenItIsMade() throws IOException {
    StateFolder folder = StateFolder.create(temp.resolve("sandbox"), "id", new byte[0]);
    assertThat(folder.isRequested()).isFalse();

    folder.recordRequest();
    folder.recordRequest();

    assertThat(folder.isRequested()).isTrue();
  }
}
