package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agents.files.AgentFiles;
import dev.otters.api.agent.CopyReport;
import dev.otters.api.tar.TarEntry;
import dev.otters.api.tar.TarIn;
import dev.otters.api.tar.TarOut;
import dev.otters.home.SmallHeap;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Copies what is larger than the heap, into an agent and out of it. */
@Timeout(600)
class CopyMemoryTest {
  private static final int MEGABYTES = 64;
  private static final long LARGE = 200L << 20;
  private static final int MANY = 100_000;

  @TempDir Path folder;

  @Test
  void aLargeFileAndManyFilesNeedNoMemory() throws Exception {
    String printed = SmallHeap.run(MEGABYTES, Both.class, folder.toString());

    assertThat(printed.lines())
        .contains(
            "in 1 files 209715200 bytes",
            "out 1 entries 209715200 bytes",
            "in 100000 files 0 bytes",
            "out 100000 entries 0 bytes");
  }

  /** Copies both ways, and prints what was copied. */
  static final class Both {
    public static void main(String[] args) throws IOException {
      try (CopyKit copy = new CopyKit(Path.of(args[0]))) {
        in(copy, "/workspace/large", tar -> file(tar, ".", LARGE));
        out(copy, "/workspace/large");
        in(copy, "/workspace/many", Both::many);
        out(copy, "/workspace/many");
      }
    }

    private interface Content {
      void writeTo(TarOut tar) throws IOException;
    }

    private static void in(CopyKit copy, String path, Content content) throws IOException {
      PipedInputStream tar = new PipedInputStream(1 << 16);
      PipedOutputStream out = new PipedOutputStream(tar);
      Thread writer = Thread.ofPlatform().start(() -> write(content, out));
      CopyReport report = copy.write(path, Optional.empty(), tar);
      System.out.println("in " + report.files() + " files " + report.bytes() + " bytes");
      assertThat(writer.getState()).isNotEqualTo(Thread.State.NEW);
    }

    private static void write(Content content, PipedOutputStream out) {
      try (out) {
        TarOut tar = new TarOut(out);
        content.writeTo(tar);
        tar.finish();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static void file(TarOut tar, String name, long size) throws IOException {
      InputStream zeros = zeros(size);
      TarEntry entry = new TarEntry(TarEntry.Kind.FILE, name, "", size, 0644, 0);
      assertThat(tar.add(entry, zeros::read)).isTrue();
    }

    private static InputStream zeros(long size) {
      return new InputStream() {
        private long left = size;

        @Override
        public int read() {
          return left-- > 0 ? 0 : -1;
        }

        @Override
        public int read(byte[] to, int offset, int length) {
          int n = (int) Math.min(left, length);
          left -= n;
          return n == 0 ? -1 : n;
        }
      };
    }

    private static void many(TarOut tar) throws IOException {
      tar.add(new TarEntry(TarEntry.Kind.FOLDER, "./", "", 0, 0755, 0));
      for (int i = 0; i < MANY - 1; i++) {
        file(tar, "./a-file-with-some-name-" + i, 0);
      }
    }

    private static void out(CopyKit copy, String path) throws IOException {
      long entries = 0;
      long bytes = 0;
      try (AgentFiles.Download download = copy.kit.files().read("bob", Optional.empty(), path)) {
        TarIn tar = new TarIn(download.tar());
        byte[] buffer = new byte[1 << 16];
        for (var next = tar.next(); next.isPresent(); next = tar.next()) {
          entries++;
          for (int n = tar.read(buffer, 0, buffer.length);
              n >= 0;
              n = tar.read(buffer, 0, buffer.length)) {
            bytes += n;
          }
        }
        assertThat(download.report().complete()).isTrue();
      }
      System.out.println("out " + entries + " entries " + bytes + " bytes");
    }
  }
}
