package dev.otters.cli;

import dev.otters.cli.command.Command;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.agent.AgentCommands;
import dev.otters.cli.commands.image.ImageCommands;
import dev.otters.cli.commands.model.ModelCommands;
import dev.otters.cli.commands.registry.RegistryCommands;
import dev.otters.cli.commands.system.SystemCommands;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All commands of the program, by name and alias. */
final class Catalogue {
  private final List<Command> all = new ArrayList<>();
  private final Map<String, RunnableCommand> byName = new LinkedHashMap<>();

  Catalogue() {
    add(AgentCommands.all());
    add(ImageCommands.all());
    add(RegistryCommands.all());
    add(ModelCommands.all());
    add(SystemCommands.all());
  }

  private void add(List<RunnableCommand> commands) {
    for (RunnableCommand runnable : commands) {
      Command command = runnable.command();
      all.add(command);
      byName.put(command.name(), runnable);
      command.aliases().forEach(alias -> byName.put(alias, runnable));
    }
  }

  /** Returns the command with a name or alias. */
  Optional<RunnableCommand> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** Returns all commands in the order of the help. */
  List<Command> all() {
    return all;
  }

  /**
   * Returns the commands whose name or alias begins with a word, such as those of {@code image}.
   */
  List<Command> beginningWith(String word) {
    return byName.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(word + " "))
        .map(entry -> entry.getValue().command())
        .distinct()
        .toList();
  }

  /** Returns the words that can follow {@code otters}, or {@code otters} and a first word. */
  List<String> words(String first) {
    String prefix = first.isEmpty() ? "" : first + " ";
    return byName.keySet().stream()
        .filter(name -> name.startsWith(prefix))
        .map(name -> name.substring(prefix.length()).split(" ", 2)[0])
        .distinct()
        .toList();
  }
}
