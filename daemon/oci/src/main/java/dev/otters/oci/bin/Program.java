package dev.otters.oci.bin;

import dev.otters.oci.Platform;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The headers of an ELF program.
 *
 * @param machine the ELF number of its processor
 * @param loader the absolute path of its dynamic loader; empty for a static program, or if the
 *     header does not contain it
 * @param libraries the file names of the shared libraries that it needs
 * @param paths the folders that it names for them; {@code $ORIGIN} stands for its own folder
 */
public record Program(int machine, String loader, List<String> libraries, List<String> paths) {
  /** The number of bytes of a file that contain the loader. */
  public static final int START = 64 << 10;

  private static final int MAGIC = 0x7f454c46;
  private static final Map<Integer, String> MACHINES =
      Map.of(3, "386", 21, "ppc64le", 22, "s390x", 40, "arm", 62, "amd64", 183, "arm64");

  public Program {
    libraries = List.copyOf(libraries);
    paths = List.copyOf(paths);
  }

  /** Parses a complete file; empty if it is not an ELF program. */
  static Optional<Program> of(ByteBuffer file) {
    return elf(file)
        .map(elf -> new Program(elf.machine(), elf.loader(), elf.libraries(), elf.paths()));
  }

  /** Returns the loader that the beginning of a file names; empty if there is none. */
  static String loader(byte[] start) {
    return elf(ByteBuffer.wrap(start)).map(ElfFile::loader).orElse("");
  }

  private static Optional<ElfFile> elf(ByteBuffer file) {
    try {
      return file.getInt(0) == MAGIC ? Optional.of(new ElfFile(file)) : Optional.empty();
    } catch (IndexOutOfBoundsException _) {
      return Optional.empty();
    }
  }

  /** Returns the architecture of the program if it is known and differs from {@code wanted}. */
  Optional<String> otherThan(Platform platform) {
    return MACHINES.containsValue(platform.architecture())
        ? Optional.ofNullable(MACHINES.get(machine))
            .filter(made -> !made.equals(platform.architecture()))
        : Optional.empty();
  }
}
