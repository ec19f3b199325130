package dev.otters.models.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProvidersStoreTest {
  private static final String ONE =
      """
      providers:
        - name: one
          kind: openai
          api-key: sk-of-a-provider
      """;

  @TempDir private Path folder;
  private Path file;
  private ProvidersStore store;

  @BeforeEach
  void open() throws IOException {
    file = folder.resolve("providers.yaml");
    Files.writeString(file, ONE);
    Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
    store = new ProvidersStore(file, _ -> {});
  }

  private Duration look() {
    long started = System.nanoTime();
    assertThat(store.current().entry("one")).isPresent();
    return Duration.ofNanos(System.nanoTime() - started);
  }

  @Test
  void aChangedFileIsReadOnceItHasStoppedChanging() throws IOException {
    for (int change = 0; change < 5; change++) {
      Files.writeString(file, "# change\n".repeat(change) + ONE);
      assertThat(look()).isGreaterThanOrEqualTo(Duration.ofMillis(40));
    }
  }

  @Test
  void anUnchangedFileIsNotReadAgain() {
    assertThat(store.current()).isSameAs(store.current());
  }
}
