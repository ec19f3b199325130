package dev.otters.cli;

import dev.otters.cli.command.Command;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.RunnableCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A command line, split into the command's name and the rest. Global options may precede the name.
 *
 * @param command empty when there is no such command
 * @param words the words from the name on
 * @param rest the words after the name, and the global options before it
 * @param version whether only the version was requested
 */
record CommandLine(
    Optional<RunnableCommand> command, List<String> words, List<String> rest, boolean version) {
  static CommandLine split(List<String> all) {
    List<String> global = new ArrayList<>();
    int i = 0;
    while (i < all.size() && all.get(i).startsWith("-") && all.get(i).length() > 1) {
      String word = all.get(i++);
      if (word.equals("--version")) {
        return new CommandLine(Optional.empty(), List.of(), List.of(), true);
      }
      if (!isGlobal(word)) {
        throw new UsageException(
            "unknown option '" + word + "'", "Put options after the command.", null);
      }
      global.add(word);
      if ((word.equals("-H") || word.equals("--host")) && i < all.size()) {
        global.add(all.get(i++));
      }
    }
    return of(global, all.subList(i, all.size()));
  }

  /** Returns {@code json} or {@code yaml} if a failure is printed as a document as well. */
  static Optional<String> document(List<String> all) {
    int at = Math.max(all.indexOf("--output"), all.indexOf("-o"));
    String apart = at >= 0 && at + 1 < all.size() ? all.get(at + 1) : "";
    return Stream.of("json", "yaml")
        .filter(
            format ->
                apart.equals(format)
                    || Stream.of("--output=", "-o=", "-o").anyMatch(o -> all.contains(o + format)))
        .findFirst();
  }

  private static CommandLine of(List<String> global, List<String> given) {
    List<String> words = given;
    if (!words.isEmpty() && words.getFirst().equals("help")) {
      words = words.subList(1, words.size());
      global.add("--help");
    }
    Optional<Catalogue.Match> found = Catalogue.find(words);
    if (found.isPresent()) {
      List<String> rest = new ArrayList<>(global);
      rest.addAll(words.subList(found.get().length(), words.size()));
      return new CommandLine(Optional.of(found.get().command()), words, rest, false);
    }
    List<String> named = words.stream().filter(word -> !word.startsWith("-")).toList();
    return new CommandLine(Optional.empty(), named, List.of(), false);
  }

  private static boolean isGlobal(String word) {
    String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
    return Command.GLOBAL.stream().anyMatch(option -> option.names().contains(name));
  }
}
