package dev.otters.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * The small Java runtime that the worker runs on.
 *
 * <p>Its class files are stored uncompressed. Compared to the linker's own compression, this makes
 * the compressed image layer smaller and the start faster.
 */
record JavaRuntime(Path home) {

  /** Links {@code java.base} of the JDK at {@code jdk} into {@code home}, which must not exist. */
  static JavaRuntime link(Path jdk, Path home) throws IOException {
    Command.run(
        List.of(
            jdk.resolve("bin/jlink").toString(),
            "--add-modules",
            "java.base",
            "--compress",
            "zip-0",
            "--strip-java-debug-attributes",
            "--no-header-files",
            "--no-man-pages",
            "--output",
            home.toString()));
    // A BIN image needs a program with the name that the image declares: a second copy of the
    // launcher.
    Files.copy(
        home.resolve("bin/java"),
        home.resolve("bin/runtime"),
        StandardCopyOption.COPY_ATTRIBUTES,
        StandardCopyOption.REPLACE_EXISTING);
    return new JavaRuntime(home);
  }
}
