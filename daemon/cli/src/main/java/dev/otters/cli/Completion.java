package dev.otters.cli;

import dev.otters.api.agent.AgentEventType;
import dev.otters.cli.client.Environment;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Option;
import dev.otters.cli.console.Console;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Completes the last word of a command line for the scripts of {@code otters completion}. Prints
 * each candidate with its meaning after a tab, or {@code :files} where a file is expected. Starts
 * no daemon, and prints nothing in place of an error.
 */
final class Completion {
  /** The word that the scripts put before the command line. */
  static final String WORD = "__complete";

  private static final String FILES = ":files";
  private static final int LONGEST_MEANING = 60;
  private static final int MOST_CANDIDATES = 1000;

  private final Environment environment;
  private final Map<String, String> candidates = new LinkedHashMap<>();

  private Completion(Environment environment) {
    this.environment = environment;
  }

  /** Prints the candidates for a command line, whose last word may be empty. */
  static int run(List<String> words, Environment environment, Console console) {
    List<String> line = words.isEmpty() ? List.of("") : words;
    Completion completion = new Completion(environment);
    completion.complete(line.subList(0, line.size() - 1), line.getLast());
    completion.candidates.forEach(
        (word, meaning) -> console.line(meaning.isEmpty() ? word : word + "\t" + meaning));
    return ExitCodes.OK;
  }

  private void complete(List<String> before, String word) {
    Optional<Catalogue.Match> found = Catalogue.find(before);
    if (found.isEmpty()) {
      commands(before, word);
      return;
    }
    Command command = found.get().command().command();
    List<String> rest = before.subList(found.get().length(), before.size());
    int equals = word.startsWith("--") ? word.indexOf('=') : -1;
    Optional<Option> option =
        equals > 0
            ? valued(command, word.substring(0, equals))
            : rest.isEmpty() ? Optional.empty() : valued(command, rest.getLast());
    if (option.isPresent()) {
      String prefix = equals > 0 ? word.substring(0, equals + 1) : "";
      values(command, option.get(), prefix, word.substring(prefix.length()));
    } else if (word.startsWith("-")) {
      command
          .allOptions()
          .forEach(one -> one.names().forEach(name -> add("", name, word, one.help())));
    } else {
      argument(command, positional(command, rest), word);
    }
  }

  private void commands(List<String> before, String word) {
    if (before.size() > 1 || (before.size() == 1 && before.getFirst().startsWith("-"))) {
      return;
    }
    String group = before.isEmpty() ? "" : before.getFirst() + " ";
    for (Command command : Catalogue.all()) {
      Stream.concat(Stream.of(command.name()), command.aliases().stream())
          .filter(name -> name.startsWith(group))
          .map(name -> name.substring(group.length()))
          .forEach(
              name -> {
                boolean whole = name.indexOf(' ') < 0;
                add("", name.split(" ", 2)[0], word, whole ? command.summary() : "");
              });
    }
  }

  /** Returns the option of a name, if it has a value. */
  private static Optional<Option> valued(Command command, String name) {
    return command.allOptions().stream()
        .filter(option -> option.value() != null && option.names().contains(name))
        .findFirst();
  }

  /** Returns the arguments before the word, without options and their values. */
  private static List<String> positional(Command command, List<String> rest) {
    List<String> positional = new ArrayList<>();
    for (int i = 0; i < rest.size(); i++) {
      if (!rest.get(i).startsWith("-") || rest.get(i).length() == 1) {
        positional.add(rest.get(i));
      } else if (valued(command, rest.get(i)).isPresent()) {
        i++;
      }
    }
    return positional;
  }

  private void values(Command command, Option option, String prefix, String word) {
    switch (option.key()) {
      case "--output" -> List.of("text", "wide", "json", "yaml").forEach(v -> add(prefix, v, word));
      case "--model" -> names(KnownNames.MODELS, "", prefix, word);
      case "--agent" -> names(KnownNames.AGENTS, "", prefix, word);
      case "--session" -> {}
      case "--filter" -> {
        if (command.isCalled("events")) {
          eventFilter(prefix, word);
        }
      }
      default -> {
        if (Stream.of("FILE", "PATH", "DIR", "SPEC")
            .anyMatch(String.valueOf(option.value())::contains)) {
          candidates.put(FILES, "");
        }
      }
    }
  }

  private void eventFilter(String prefix, String word) {
    String key = word.substring(0, word.indexOf('=') + 1);
    String rest = word.substring(key.length());
    switch (key) {
      case "agent=" -> names(KnownNames.AGENTS, "", prefix + key, rest);
      case "event=" ->
          Stream.of(AgentEventType.values())
              .forEach(type -> add(prefix + key, type.toString(), rest));
      default ->
          Stream.of("agent=", "event=", "label=")
              .filter(known -> known.startsWith(word))
              .forEach(known -> candidates.put(prefix + known, ""));
    }
  }

  private void argument(Command command, List<String> before, String word) {
    List<Argument> arguments = command.arguments();
    if (arguments.isEmpty()) {
      return;
    }
    Argument argument = arguments.get(Math.min(before.size(), arguments.size() - 1));
    if (before.size() >= arguments.size() && argument.most() == 1) {
      return;
    }
    String noun = command.name().split(" ", 2)[0];
    switch (argument.label()) {
      case "SHELL" -> List.of("bash", "zsh", "fish").forEach(shell -> add("", shell, word));
      case "SESSION" ->
          names(KnownNames.SESSIONS, before.isEmpty() ? "" : before.getFirst(), "", word);
      case "REF", "SOURCE" ->
          names(noun.equals("bin") ? KnownNames.BINS : KnownNames.IMAGES, "", "", word);
      case "NAME" ->
          names(
              switch (noun) {
                case "provider" -> KnownNames.PROVIDERS;
                case "vault" -> KnownNames.VAULTS;
                default -> KnownNames.WEIGHTS;
              },
              "",
              "",
              word);
      case "MEMORY" -> names(KnownNames.MEMORIES, "", "", word);
      case "PATH|REF|-" -> {
        names(KnownNames.IMAGES, "", "", word);
        if (candidates.isEmpty()) {
          candidates.put(FILES, "");
        }
      }
      case "PATH", "FILE", "OS/ARCH:FILE" -> candidates.put(FILES, "");
      case "FROM", "TO" -> {
        KnownNames.AGENTS
            .of(environment, "")
            .forEach((name, state) -> add("", name + ":", word, state));
        if (candidates.isEmpty()) {
          candidates.put(FILES, "");
        }
      }
      case "AGENT" -> names(KnownNames.AGENTS, "", "", word);
      default -> {}
    }
  }

  private void names(KnownNames kind, String of, String prefix, String word) {
    kind.of(environment, of).forEach((name, meaning) -> add(prefix, name, word, meaning));
  }

  private void add(String prefix, String name, String word) {
    add(prefix, name, word, "");
  }

  /** Adds a name that begins with the word and needs no quotes in a shell. */
  private void add(String prefix, String name, String word, String meaning) {
    if (name.startsWith(word)
        && name.matches("[A-Za-z0-9_./:@+-]+")
        && candidates.size() < MOST_CANDIDATES) {
      String line = Console.harmless(meaning).replaceAll("\\s+", " ");
      candidates.merge(
          prefix + name,
          line.substring(0, Math.min(line.length(), LONGEST_MEANING)),
          (old, more) -> old.isEmpty() ? more : old);
    }
  }
}
