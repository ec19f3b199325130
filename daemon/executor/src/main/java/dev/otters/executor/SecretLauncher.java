package dev.otters.executor;

import dev.otters.executor.ExecutorException.Reason;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The first program of a run with secrets: it reads variables from its standard input, adds them to
 * its own, and becomes the program of the run. So no secret is in a file, in the list of arguments
 * or in what an engine keeps of a container. It is a static program of some 130 bytes of machine
 * code, since a sandbox need not contain any other.
 */
public final class SecretLauncher {
  /** The path of the program in a sandbox. */
  public static final String TARGET = "/launch";

  private static final Map<String, Short> MACHINES =
      Map.of("amd64", (short) 62, "aarch64", (short) 183);

  private static final int HEADERS = 64 + 2 * 56;
  private static final long CODE = 0x400000;

  /** The place of the new variables: their addresses, and then their texts. */
  private static final long ROOM = 0x10000000;

  private static final long ROOM_BYTES = 2 << 20;
  private static final long PAGE = 0x10000;

  private SecretLauncher() {}

  /** Returns the command that reads the variables and then runs another one. */
  static List<String> command(List<String> command) {
    List<String> launched = new ArrayList<>(List.of(TARGET));
    launched.addAll(command);
    return launched;
  }

  /** Returns the text that the program reads from its input before the other one begins. */
  static byte[] input(Map<String, String> variables) {
    StringBuilder text = new StringBuilder();
    variables.forEach((key, value) -> text.append(key).append('=').append(value).append('\0'));
    return text.append('\0').toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Writes the program to a file that does not contain it yet. */
  public static Path install(Path file) throws IOException {
    byte[] program = program(System.getProperty("os.arch"));
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        || !Arrays.equals(Files.readAllBytes(file), program)) {
      Path fresh = file.resolveSibling(".launch-" + UUID.randomUUID());
      Files.write(fresh, program);
      Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("r-xr-xr-x"));
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }
    return file;
  }

  /** Returns the program as an ELF file with a segment for its code and one for its variables. */
  static byte[] program(String processor) throws IOException {
    Short machine = MACHINES.get(processor);
    if (machine == null) {
      throw new ExecutorException(
          Reason.UNSUPPORTED,
          "secrets cannot be given to a tool on the processor " + processor,
          "Run the daemon on x86-64 or AArch64.");
    }
    byte[] code = code("launch." + processor);
    ByteBuffer file = ByteBuffer.allocate(HEADERS + code.length).order(ByteOrder.LITTLE_ENDIAN);
    file.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1}).position(16);
    file.putShort((short) 2).putShort(machine).putInt(1);
    file.putLong(CODE + HEADERS).putLong(64).putLong(0).putInt(0);
    file.putShort((short) 64).putShort((short) 56).putShort((short) 2);
    file.putShort((short) 64).putShort((short) 0).putShort((short) 0);
    segment(file, 5, CODE, file.capacity(), file.capacity());
    segment(file, 6, ROOM, 0, ROOM_BYTES);
    return file.put(code).array();
  }

  private static void segment(ByteBuffer file, int access, long address, long inFile, long size) {
    file.putInt(1).putInt(access).putLong(0).putLong(address).putLong(address);
    file.putLong(inFile).putLong(size).putLong(PAGE);
  }

  /** Reads a listing, in which a comment begins with a number sign. */
  private static byte[] code(String name) throws IOException {
    try (InputStream listing = SecretLauncher.class.getResourceAsStream(name)) {
      if (listing == null) {
        throw new FileNotFoundException(name);
      }
      String digits =
          new String(listing.readAllBytes(), StandardCharsets.UTF_8)
              .replaceAll("#.*", "")
              .replaceAll("\\s+", "");
      return HexFormat.of().parseHex(digits);
    }
  }
}
