package dev.otters.cli.commands;

import dev.otters.cli.client.Interrupts;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.local.NewFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Writes the file of an option such as {@code -o}, as a whole or not at all. */
public final class OutputFile {
  private OutputFile() {}

  /** Writes the content of a file. */
  @FunctionalInterface
  public interface Content {
    /** Writes to the stream, which the caller closes. */
    void write(OutputStream out) throws IOException;
  }

  /** Writes a file, which replaces an older one when it is complete. */
  public static void write(Invocation invocation, Path file, Content content) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(file)) {
      throw UsageException.of("cannot write " + file, "Name a file in an existing folder.");
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      // The new file replaces the old one, which would remove a device.
      throw UsageException.of(
          file + " is a device or a pipe", "Leave out -o and redirect standard output.");
    }
    Interrupts interrupts = invocation.environment().interrupts();
    try (NewFile part = NewFile.in(folder);
        Interrupts.Handle _ = interrupts.handle(part::close, Duration.ZERO)) {
      try (OutputStream out = part.open()) {
        content.write(out);
      } catch (IOException e) {
        throw new IOException(
            "cannot write " + file + ", no part of it was kept: " + e.getMessage(), e);
      }
      part.become(file);
    }
  }
}
