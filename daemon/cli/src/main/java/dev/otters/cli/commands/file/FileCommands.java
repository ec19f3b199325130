package dev.otters.cli.commands.file;

import dev.otters.cli.command.Argument;
import dev.otters.cli.commands.PurgeCommand;
import dev.otters.cli.commands.RunnableCommand;
import java.util.List;

/** The commands for the text files that agents keep. */
public final class FileCommands {
  static final Argument FILE = Argument.one("ID", "Id of the file");

  private FileCommands() {}

  /** Returns the commands in the order of the help. */
  public static List<RunnableCommand> all() {
    return List.of(
        new FileLs(), new FileShow(), new FileRm(), new PurgeCommand("file purge", "files"));
  }
}
