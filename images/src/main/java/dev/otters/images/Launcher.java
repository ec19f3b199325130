package dev.otters.images;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
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
record Launcher(List<String> command, SortedMap<String, String> variables) {
  private static final int CODE = 64 + 2 * 56;
  private static final long ADDRESS = 0x400000;
  private static final String MESSAGE =
      "cannot start the tool: /proc is not mounted, or the tool's image is incomplete\n";

  Launcher {
    command = List.copyOf(command);
  }

  /** Writes the program to {@code file}. */
  Path write(Path file, Resources resources) throws IOException {
    String architecture = ContainerImage.architecture();
    Path digits = resources.extract("launcher-" + architecture + ".hex");
    byte[] code = HexFormat.of().parseHex(Files.readString(digits).replaceAll("\\s", ""));
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
    Files.createDirectories(file.toAbsolutePath().getParent());
    return Files.write(file, program.put(code).put(data).array());
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
