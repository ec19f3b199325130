package dev.otters.oci.bin;

import dev.otters.oci.Platform;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;

/**
 * A static program of about 1 KB that starts another program of its image with the loader and the
 * libraries of that image, in any root and at any path. {@code src/main/launcher/launcher.c} is its
 * source.
 *
 * @param command the program and its first arguments; {@code @} begins a path relative to the
 *     launcher's folder, and {@code %} is the name by which the launcher was called
 * @param variables variables that are set unless they exist, and their paths relative to the
 *     launcher's folder
 */
public record Launcher(List<String> command, SortedMap<String, String> variables) {
  private static final int CODE = 64 + 2 * 56;
  private static final int LARGEST_START = 4096;
  private static final long ADDRESS = 0x400000;
  private static final String MESSAGE =
      "cannot start the tool: /proc is not mounted, or the tool's image is incomplete\n";

  public Launcher {
    command = List.copyOf(command);
  }

  /** Returns whether there is a launcher for a platform. */
  public static boolean supports(Platform platform) {
    return platform.os().equals("linux")
        && List.of("amd64", "arm64").contains(platform.architecture());
  }

  /** Returns whether a file is a launcher of any command. */
  static boolean isLauncher(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      String start = new String(in.readNBytes(LARGEST_START), StandardCharsets.ISO_8859_1);
      return start.contains(MESSAGE);
    }
  }

  /**
   * Returns the program.
   *
   * @throws IllegalArgumentException if there is no launcher for the platform
   */
  public byte[] program(Platform platform) {
    String architecture = platform.architecture();
    byte[] code = code(architecture);
    byte[] data = data();
    int size = CODE + code.length + data.length;
    ByteBuffer program = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    program.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    program.putShort((short) 2).putShort((short) (architecture.equals("amd64") ? 62 : 183));
    program.putInt(1).putLong(ADDRESS + CODE).putLong(64).putLong(0).putInt(0);
    program.putShort((short) 64).putShort((short) 56).putShort((short) 2);
    program.putShort((short) 64).putShort((short) 0).putShort((short) 0);
    // The whole file is loaded, read-only and executable; the stack is not executable.
    program.putInt(1).putInt(5).putLong(0).putLong(ADDRESS).putLong(ADDRESS);
    program.putLong(size).putLong(size).putLong(0x10000);
    program.putInt(0x6474e551).putInt(6).put(new byte[48]);
    return program.put(code).put(data).array();
  }

  private static byte[] code(String architecture) {
    try (InputStream in = Launcher.class.getResourceAsStream("launcher-" + architecture + ".hex")) {
      if (in == null) {
        throw new IllegalArgumentException("there is no launcher for " + architecture);
      }
      String digits = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
      return HexFormat.of().parseHex(digits.replaceAll("\\s", ""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] data() {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    add(data, "/proc/self/exe");
    add(data, MESSAGE);
    command.forEach(word -> add(data, word));
    add(data, "");
    variables.forEach(
        (name, path) -> {
          add(data, name + "=");
          add(data, path);
        });
    add(data, "");
    return data.toByteArray();
  }

  private static void add(ByteArrayOutputStream data, String text) {
    data.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    data.write(0);
  }
}
