package dev.otters.agents.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.sessions.catalog.CatalogFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogDiskTest {
  private static final UUID AGENT = UUID.randomUUID();

  @TempDir Path temp;
  private Path catalog;
  private CatalogDisk disk;

  @BeforeEach
  void create() throws IOException {
    Path root = temp.toRealPath();
    catalog = root.resolve("catalog");
    disk = new CatalogDisk(_ -> root);
  }

  private void write(String session, String text) throws IOException {
    disk.write(AGENT, session, List.of(new CatalogFile("a.json", text)));
  }

  @Test
  void anAgentThatWasNotStartedSinceHasNoFiles() throws IOException {
    write("s", "{}");
    disk.remove(AGENT, "s");

    assertThat(catalog).doesNotExist();
  }

  @Test
  void filesCanBeReadByTheAgentAndAStartRemovesThem() throws IOException {
    disk.prepare(AGENT);
    write("s", "{}");

    assertThat(catalog.resolve("s/a.json")).hasContent("{}");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(catalog.resolve("s"))))
        .isEqualTo("rwxr-xr-x");
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(catalog.resolve("s/a.json"))))
        .isEqualTo("rw-r--r--");
    assertThat(temp.resolve(".fresh-catalog")).doesNotExist();

    Object before = Files.getAttribute(catalog, "unix:ino");
    disk.prepare(AGENT);
    assertThat(catalog).isEmptyDirectory();
    assertThat(Files.getAttribute(catalog, "unix:ino")).isEqualTo(before); // a mount stays valid
  }

  @Test
  void aReaderNeverSeesHalfAFile() throws Exception {
    disk.prepare(AGENT);
    String one = "1".repeat(100_000);
    String two = "2".repeat(200_000);
    write("s", one);
    Set<String> seen = ConcurrentHashMap.newKeySet();
    AtomicBoolean done = new AtomicBoolean();
    Thread reader =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!done.get() || seen.size() < 2) {
                    try {
                      seen.add(Files.readString(catalog.resolve("s/a.json")));
                    } catch (IOException e) {
                      seen.add(e.toString());
                    }
                  }
                });
    for (int i = 0; i < 500 || (seen.size() < 2 && i < 100_000); i++) {
      write("s", i % 2 == 0 ? two : one);
    }
    done.set(true);
    reader.join();

    assertThat(seen).containsExactlyInAnyOrder(one, two);
  }

  @Test
  void anUpdateBesideAStartMakesNeitherFail() throws Exception {
    disk.prepare(AGENT);
    AtomicBoolean done = new AtomicBoolean();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread updates =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    for (int i = 0; !done.get(); i++) {
                      write("s" + i % 150, "{}");
                      disk.remove(AGENT, "s" + i % 7);
                    }
                  } catch (IOException | RuntimeException e) {
                    failure.set(e);
                  }
                });
    for (int i = 0; i < 300; i++) {
      disk.prepare(AGENT);
    }
    done.set(true);
    updates.join();

    assertThat(failure.get()).isNull();
  }

  @Test
  void theSessionsThatWereUsedLastHaveAFolder() throws IOException {
    disk.prepare(AGENT);
    for (int i = 0; i < CatalogDisk.MOST_SESSIONS; i++) {
      write("s" + i, "{}");
      Files.setLastModifiedTime(catalog.resolve("s" + i), FileTime.fromMillis(1_000_000 + i));
    }
    write("s0", "{\"changed\": true}");

    write("one more", "{}");

    assertThat(catalog.resolve("s1")).doesNotExist();
    assertThat(catalog.resolve("s0/a.json")).exists();
    assertThat(catalog.resolve("one more/a.json")).exists();
    assertThat(catalog.toFile().list()).hasSize(CatalogDisk.MOST_SESSIONS);
  }

  @Test
  void aRemovedSessionHasNoFolder() throws IOException {
    disk.prepare(AGENT);
    write("s", "{}");
    write("t", "{}");

    disk.remove(AGENT, "s");
    disk.remove(AGENT, "s");

    assertThat(catalog.toFile().list()).containsExactly("t");
  }
}
