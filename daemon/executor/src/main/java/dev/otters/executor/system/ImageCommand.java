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
 * Rewrites a command of an image for where the image's files are unpacked: each path of one of them
 * that is a word, or stands in one behind {@code =} or between {@code :}. A word {@code @/FILE}
 * becomes that file's lines, a word each, since such files hold paths too.
 *
 * @param image the image's files
 */
record ImageCommand(Path image) {
  private static final Pattern PATH = Pattern.compile("(?<=^|[=:])/[^=:\\s]+");

  /**
   * Returns the command.
   *
   * @throws ExecutorException IMAGE when the image has no such program, or it cannot be read
   */
  List<String> of(List<String> command) {
    Path program = here(command.getFirst());
    if (!Files.isRegularFile(program) || !Files.isExecutable(program)) {
      throw new ExecutorException(
          Reason.IMAGE,
          "the runtime image has no program " + command.getFirst(),
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

  /** Returns where a file of the image is; the image itself for what is no absolute path. */
  private Path here(String path) {
    Path file = image.resolve(path.replaceFirst("^/+", "")).normalize();
    return path.startsWith("/") && file.startsWith(image) ? file : image;
  }

  private static boolean isFile(Path file) {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
  }
}
