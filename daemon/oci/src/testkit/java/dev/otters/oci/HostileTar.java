package dev.otters.oci;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.oci.json.JsonText;
import dev.otters.oci.store.Ingest;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** A tar that is small when compressed and asks for far more heap than its reader should use. */
public enum HostileTar {
  /** Few links whose targets are as long as a small program. */
  HUGE_TARGETS {
    @Override
    void write(Tar tar) throws IOException {
      for (int i = 0; i < 150; i++) {
        tar.link("link" + i, i + "/x".repeat(450 << 10));
      }
    }
  },

  /** Links whose targets are each as long as Linux allows. */
  LONG_TARGETS {
    @Override
    void write(Tar tar) throws IOException {
      for (int i = 0; i < 35_000; i++) {
        tar.link("link" + i, i + "/" + "x".repeat(4000));
      }
    }
  },

  /** Files whose names are each as long as Linux allows, in characters of two bytes of heap. */
  LONG_NAMES {
    @Override
    void write(Tar tar) throws IOException {
      String folders = ("/" + "\u4e00".repeat(80)).repeat(45);
      for (int i = 0; i < 20_000; i++) {
        tar.file(i + folders);
      }
    }
  },

  /** Folders that hold a hard link to one link, each of which makes many folders. */
  MULTIPLIED_TARGETS {
    @Override
    void write(Tar tar) throws IOException {
      tar.link("link", ("x".repeat(250) + "/").repeat(16));
      for (int i = 0; i < 25_000; i++) {
        tar.hardLink("d" + i + "/link", "link");
        tar.link("d" + i + "/link/file", "y");
      }
    }
  },

  /** Global attributes, of which a reader keeps all it has seen. */
  GLOBAL_ATTRIBUTES {
    @Override
    void write(Tar tar) throws IOException {
      for (int i = 0; i < 3_000; i++) {
        tar.attribute("key" + i, "x".repeat(50_000));
        tar.file("file" + i);
      }
    }
  },

  /** Global notes of sparse files, which a reader keeps in a list. */
  GLOBAL_HOLES {
    @Override
    void write(Tar tar) throws IOException {
      String hole = "23 GNU.sparse.offset=1\n25 GNU.sparse.numbytes=1\n";
      for (int i = 0; i < 4_500; i++) {
        tar.global(hole.repeat(1_000));
        tar.file("file" + i);
      }
    }
  };

  abstract void write(Tar tar) throws IOException;

  /** Writes the tar into a file, compressed with gzip. */
  public void compressTo(Path file) throws IOException {
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(file), 1 << 16) {
          {
            def.setLevel(Deflater.BEST_SPEED);
          }
        }) {
      Tar tar = new Tar(out);
      write(tar);
      tar.end();
    }
  }

  /**
   * Puts a container image whose only layer is a compressed tar. Its config does not have the
   * layer's digest: no reader should get as far as to compare it.
   */
  public static Descriptor image(Ingest ingest, Map<String, String> annotations, Path file)
      throws IOException {
    byte[] config =
        JsonText.compact(
            Map.of(
                "os", Samples.AMD64.os(),
                "architecture", Samples.AMD64.architecture(),
                "rootfs",
                    Map.of(
                        "type", "layers", "diff_ids", List.of(Digest.of(new byte[0]).toString()))));
    return Samples.manifest(
        ingest,
        ingest.put(MediaTypes.IMAGE_CONFIG, config),
        List.of(ingest.put(MediaTypes.TAR_GZIP, Files.readAllBytes(file))),
        annotations);
  }

  /** Writes entries whose names and targets are as long as wanted, in GNU's form. */
  private record Tar(OutputStream out) {
    private static final int BLOCK = 512;
    private static final int SHORT = 100;

    void file(String name) throws IOException {
      entry('0', name, "");
    }

    void link(String name, String target) throws IOException {
      entry('2', name, target);
    }

    void hardLink(String name, String target) throws IOException {
      entry('1', name, target);
    }

    /** Adds a global attribute whose record has a length of five digits. */
    void attribute(String key, String value) throws IOException {
      int length = "12345 =\n".length() + key.length() + value.length();
      global(length + " " + key + "=" + value + "\n");
    }

    void global(String records) throws IOException {
      content('g', records.getBytes(UTF_8));
    }

    void end() throws IOException {
      out.write(new byte[2 * BLOCK]);
    }

    private void entry(char type, String name, String target) throws IOException {
      header(type, shortened('L', name), shortened('K', target), 0);
    }

    private byte[] shortened(char type, String text) throws IOException {
      byte[] bytes = text.getBytes(UTF_8);
      if (bytes.length > SHORT) {
        content(type, bytes);
      }
      return Arrays.copyOf(bytes, SHORT);
    }

    private void content(char type, byte[] content) throws IOException {
      header(type, "long".getBytes(UTF_8), new byte[0], content.length);
      out.write(content);
      out.write(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
    }

    private void header(char type, byte[] name, byte[] target, int size) throws IOException {
      ByteBuffer header = ByteBuffer.allocate(BLOCK);
      header.put(0, name).put(157, target).put(156, (byte) type);
      header.put(100, "0000644".getBytes(UTF_8));
      header.put(124, String.format("%011o", size).getBytes(UTF_8));
      header.put(136, "00000000000".getBytes(UTF_8));
      header.put(148, " ".repeat(8).getBytes(UTF_8)).put(257, "ustar  ".getBytes(UTF_8));
      int sum = 0;
      for (byte b : header.array()) {
        sum += b & 0xff;
      }
      out.write(header.put(148, String.format("%06o\0", sum).getBytes(UTF_8)).array());
    }
  }
}
