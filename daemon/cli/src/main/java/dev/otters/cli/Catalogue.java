package dev.otters.cli;

import dev.otters.cli.command.Command;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.agent.AgentCommands;
import dev.otters.cli.commands.file.FileCommands;
import dev.otters.cli.commands.image.ImageCommands;
import dev.otters.cli.commands.learning.LearningCommands;
import dev.otters.cli.commands.memory.MemoryCommands;
import dev.otters.cli.commands.model.ModelCommands;
import dev.otters.cli.commands.outcome.OutcomeCommands;
import dev.otters.cli.commands.registry.RegistryCommands;
import dev.otters.cli.commands.repo.RepoCommands;
import dev.otters.cli.commands.resources.ResourceCommands;
import dev.otters.cli.commands.scratch.ContextStoreCommands;
import dev.otters.cli.commands.session.SessionCommands;
import dev.otters.cli.commands.system.SystemCommands;
import dev.otters.cli.commands.token.TokenCommands;
import dev.otters.cli.commands.vault.VaultCommands;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** All commands of the program. A search creates no more of them than it must, the common first. */
final class Catalogue {
  private static final int PACKAGES = 15;

  /** The most words of a name. */
  private static final int LONGEST = 3;

  private Catalogue() {}

  /**
   * A command that was found.
   *
   * @param length the number of words of its name
   */
  record Match(RunnableCommand command, int length) {}

  private static List<RunnableCommand> commands(int index) {
    return switch (index) {
      case 0 -> AgentCommands.all();
      case 1 -> SystemCommands.all();
      case 2 -> ImageCommands.all(AgentCommands.tool());
      case 3 -> RegistryCommands.all();
      case 4 -> SessionCommands.all(AgentCommands.resume());
      case 5 -> VaultCommands.all();
      case 6 -> MemoryCommands.all();
      case 7 -> FileCommands.all();
      case 8 -> ContextStoreCommands.all();
      case 9 -> TokenCommands.all();
      case 10 -> ResourceCommands.all();
      case 11 -> OutcomeCommands.all();
      case 12 -> LearningCommands.all();
      case 13 -> RepoCommands.all();
      default -> ModelCommands.all();
    };
  }

  /**
   * Returns the command whose name or alias is the first word, or the first two or three. A command
   * with a longer name comes before one that its name begins with.
   */
  static Optional<Match> find(List<String> words) {
    int most = Math.min(LONGEST, words.size());
    List<String> names =
        IntStream.rangeClosed(1, most)
            .mapToObj(n -> String.join(" ", words.subList(0, n)))
            .toList();
    for (int i = 0; i < PACKAGES; i++) {
      for (RunnableCommand runnable : commands(i)) {
        Command command = runnable.command();
        for (int length = 1; length <= most; length++) {
          if (command.isCalled(names.get(length - 1))) {
            return Optional.of(new Match(runnable, length));
          }
        }
      }
    }
    return Optional.empty();
  }

  /** Returns all commands; those of one group are in the order of the help. */
  static List<Command> all() {
    return IntStream.range(0, PACKAGES)
        .mapToObj(Catalogue::commands)
        .flatMap(List::stream)
        .map(RunnableCommand::command)
        .toList();
  }

  /**
   * Returns the commands whose name or alias begins with a word, such as those of {@code image}.
   */
  static List<Command> beginningWith(String word) {
    return all().stream()
        .filter(command -> names(command).anyMatch(name -> name.startsWith(word + " ")))
        .toList();
  }

  /** Returns the words that can follow {@code otters}, or {@code otters} and a first word. */
  static List<String> words(String first) {
    String prefix = first.isEmpty() ? "" : first + " ";
    return all().stream()
        .flatMap(Catalogue::names)
        .filter(name -> name.startsWith(prefix))
        .map(name -> name.substring(prefix.length()).split(" ", 2)[0])
        .distinct()
        .toList();
  }

  private static Stream<String> names(Command command) {
    return Stream.concat(Stream.of(command.name()), command.aliases().stream());
  }
}
