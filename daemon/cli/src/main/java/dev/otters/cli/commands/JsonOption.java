package dev.otters.cli.commands;

import dev.otters.api.Json;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.console.Sizes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;

/**
 * An option whose value is a file with a JSON object.
 *
 * @param subject what the file holds, for errors: {@code schema}
 * @param remedy a sentence that says what to give
 * @param most the largest file, in bytes
 */
public record JsonOption(String subject, String remedy, int most) {
  /**
   * Reads a file.
   *
   * @param file a path, relative to the folder in which the command runs
   * @throws UsageException if there is no such file, it is too large, or does not hold the type
   */
  public <T> T read(Invocation invocation, Command command, String file, Class<T> type) {
    try (InputStream in = Files.newInputStream(invocation.places().resolve(file))) {
      byte[] bytes = in.readNBytes(most + 1);
      if (bytes.length > most) {
        throw wrong(command, file, "it is larger than " + Sizes.of(most));
      }
      return Json.read(new String(bytes, StandardCharsets.UTF_8), type);
    } catch (NoSuchFileException _) {
      throw wrong(command, file, "no such file");
    } catch (IOException e) {
      throw wrong(command, file, "cannot read it: " + e.getMessage());
    } catch (IllegalArgumentException e) {
      throw wrong(command, file, String.valueOf(e.getMessage()));
    }
  }

  private UsageException wrong(Command command, String file, String why) {
    return new UsageException("the " + subject + " " + file + ": " + why, remedy, command);
  }
}
