package dev.otters.cli.commands.agent;

import dev.otters.api.session.FileContent;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads the files of a message. */
final class MessageFiles {
  private static final String MOUNT = "Mount it with -v and name its path in the message.";

  private MessageFiles() {}

  static List<FileContent> read(Invocation invocation, List<String> paths) {
    if (paths.size() > FileContent.MOST_FILES) {
      throw UsageException.of(
          "a message has at most " + FileContent.MOST_FILES + " files", "Send several messages.");
    }
    List<FileContent> files = new ArrayList<>();
    long left = FileContent.MOST_BYTES;
    for (String path : paths) {
      FileContent file = read(invocation.places().resolve(path), left);
      left -= file.data().length;
      files.add(file);
    }
    return files;
  }

  private static FileContent read(Path file, long most) {
    if (Files.isDirectory(file)) {
      throw UsageException.of(file + " is a folder", MOUNT);
    }
    if (Files.notExists(file)) {
      throw UsageException.of("no file " + file, "Check the path.");
    }
    if (!Files.isRegularFile(file)) {
      throw UsageException.of(file + " is not a regular file", "Copy it to a file first.");
    }
    try (var in = Files.newInputStream(file)) {
      long size = Files.size(file);
      byte[] bytes = size > most ? new byte[0] : in.readNBytes((int) most + 1);
      if (size > most || bytes.length > most) {
        String each = most == FileContent.MOST_BYTES ? "" : ", with the files before it";
        throw UsageException.of(
            file + " is larger than " + (FileContent.MOST_BYTES >> 20) + " MiB" + each, MOUNT);
      }
      return new FileContent(String.valueOf(file.getFileName()), bytes);
    } catch (IOException e) {
      throw UsageException.of("cannot read " + file + ": " + e.getMessage(), "Check its mode.");
    }
  }
}
