package dev.otters.cli;

import dev.otters.cli.command.Command;
import dev.otters.cli.command.ManPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Writes the manual pages of all commands; the build runs it for the distribution. */
public final class ManPages {
  private ManPages() {}

  /**
   * Writes the pages.
   *
   * @param words the folder, which is created
   */
  public static void main(String[] words) throws IOException {
    Path folder = Files.createDirectories(Path.of(words[0]));
    String version = Main.environment(Map.of()).version();
    List<Command> commands = Catalogue.all();
    Files.writeString(folder.resolve("otters.1"), ManPage.of(commands, version));
    for (Command command : commands) {
      Files.writeString(folder.resolve(ManPage.fileName(command)), ManPage.of(command, version));
    }
  }
}
