package dev.otters.executor.system;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.unpack.UnpackedImages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rewrites a command of an image for the place where the image is unpacked. Each path of a file of
 * the image becomes its real path, as a whole word or after {@code =} or between {@code :}. A word
 * {@code @/FILE} becomes the lines of that file, one word each, since such files contain paths too.
 *
 * @param image the folder of the unpacked image
 */
record ImageCommand(Path image) {
  private static final Pattern PATH = Pattern.compile("(?<=^|[=:])/[^=:\\s]+");

  /**
   * Returns the rewritten command.
   *
   * @throws ExecutorException IMAGE when the image does not contain the program or cannot be read
   */
  List<String> of(List<String> command) {
    Path program = here(command.getFirst());
    if (!Files.isRegularFile(program) || !Files.isExecutable(program)) {
      throw new ExecutorException(
          Reason.IMAGE,
          "the runtime image does not contain the program " + command.getFirst(),
          "Use a runtime image whose entrypoint is the absolute path of a program in it.");
    }
    List<String> mapped = new ArrayList<>();
    try {
      for (String word : command) {
        Path arguments = here(word.startsWith("@") ? word.substring(1) : "");
        if (word.startsWith("@/") && isFile(arguments)) {
          Files.readAllLines(arguments).forEach(line -> mapped.add(map(line)));
        } else {
          mapped.add(map(word));
        }
      }
      return List.copyOf(mapped);
    } catch (IOException e) {
      throw UnpackedImages.unreadable("the runtime image", image, e);
    }
  }

  private String map(String word) {
    if (word.chars().anyMatch(Character::isWhitespace)) {
      return word;
    }
    return PATH.matcher(word)
        .replaceAll(
            match -> {
              Path file = here(match.group());
              return Matcher.quoteReplacement(isFile(file) ? file.toString() : match.group());
            });
  }

  /**
   * Returns the real path of a file of the image; the image's folder when the path is not absolute.
   */
  private Path here(String path) {
    Path file = image.resolve(path.replaceFirst("^/+", "")).normalize();
    return path.startsWith("/") && file.startsWith(image) ? file : image;
  }

  private static boolean isFile(Path file) {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
  }
}
