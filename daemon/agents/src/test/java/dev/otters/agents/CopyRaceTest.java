package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ApiException;
import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.Name;
import dev.otters.executor.posix.Open;
import dev.otters.executor.posix.PosixException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An agent that swaps a folder with a link to another place, while it is copied. */
@Timeout(300)
class CopyRaceTest {
  private static final int SWAPS = 10_000;

  @TempDir Path folder;
  @AutoClose private CopyKit copy;
  private Path outside;
  private final AtomicLong swaps = new AtomicLong();
  private long made;
  private final AtomicBoolean over = new AtomicBoolean();

  @BeforeEach
  void open() throws Exception {
    copy = new CopyKit(folder);
    outside = Files.createDirectory(folder.resolve("outside"));
    // Everybody may write there, so that only the copy keeps out.
    CopyKit.shell(outside, "mkdir in; echo secret >file; echo secret >in/file; chmod -R a+rwX .");
    CopyKit.shell(
        copy.workspace,
        """
        mkdir -p a/dir/in; echo mine >a/dir/file; echo mine >a/dir/in/file
        ln -s %s a/link
        """
            .formatted(outside));
    copy.give();
  }

  /** Exchanges the folder and the link by three renames, again and again. */
  private void swap() {
    Name dir = Name.of("dir");
    Name link = Name.of("link");
    Name aside = Name.of("aside");
    try (Fd holder = Fd.open(copy.workspace.resolve("a"), Open.FOLDER)) {
      while (!over.get() || swaps.get() % 2 != 0) {
        move(holder, dir, aside);
        move(holder, link, dir);
        move(holder, aside, link);
        swaps.incrementAndGet();
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Moves an entry, and first what a copy has created at its new name. */
  private void move(Fd holder, Name from, Name to) throws PosixException {
    while (true) {
      try {
        holder.move(from, holder, to);
        return;
      } catch (PosixException e) {
        holder.move(to, holder, Name.of("made-" + made++));
      }
    }
  }

  private interface Copying {
    void run() throws IOException;
  }

  /** Copies until the agent has swapped often enough, and once more when it has stopped. */
  private void race(Copying copying) throws Exception {
    Thread swapper = Thread.ofPlatform().start(this::swap);
    try {
      for (int copies = 0; swaps.get() < SWAPS || copies < 200; copies++) {
        assertThat(swapper.isAlive()).isTrue();
        try {
          copying.run();
        } catch (ApiException e) {
          assertThat(e.problem().title())
              .containsAnyOf(
                  "does not exist",
                  "invalid argument",
                  "a hard link",
                  "is a folder",
                  "no such file",
                  "symbolic link",
                  "not a folder",
                  "is not among");
        }
      }
    } finally {
      over.set(true);
      swapper.join();
    }
    copying.run();
  }

  @Test
  void nothingOutsideIsRead() throws Exception {
    List<String> paths = List.of("/workspace/a", "/workspace/a/dir/.", "/workspace/a/dir/file");
    long[] count = new long[1];
    race(
        () -> {
          var copied = copy.read(paths.get((int) (count[0]++ % paths.size())));
          assertThat(copied.entries().values()).noneMatch(text -> text.contains("secret"));
        });
    assertThat(swaps.get()).isGreaterThanOrEqualTo(SWAPS);
  }

  @Test
  void nothingOutsideIsWritten() throws Exception {
    byte[] tar =
        CopyKit.tar(
            CopyKit.folder("dir/"),
            CopyKit.file("dir/file", "xxx"),
            CopyKit.folder("dir/in/"),
            CopyKit.file("dir/in/file", "xxx"),
            CopyKit.link("dir/made", "x"),
            CopyKit.hardLink("dir/hard", "dir/file"));
    race(() -> assertThat(copy.write("/workspace/a", tar).files()).isEqualTo(6));
    assertThat(CopyKit.names(outside)).containsExactly("file", "in", "in/file");
    assertThat(outside.resolve("file")).hasContent("secret");
    assertThat(outside.resolve("in/file")).hasContent("secret");
    assertThat(Files.getAttribute(outside.resolve("file"), "unix:nlink")).isEqualTo(1);
    assertThat(swaps.get()).isGreaterThanOrEqualTo(SWAPS);
  }
}
