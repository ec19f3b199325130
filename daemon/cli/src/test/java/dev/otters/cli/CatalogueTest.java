package dev.otters.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Example;
import dev.otters.cli.command.Grammar;
import dev.otters.cli.command.Help;
import dev.otters.cli.local.MountOption;
import dev.otters.cli.local.UserPaths;
import dev.otters.cli.testing.ShellWords;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CatalogueTest {
  static List<Command> commands() {
    return Catalogue.all();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyNameAndAliasFindsTheCommand(Command command) {
    assertThat(found(command.name())).isEqualTo(command);
    for (String alias : command.aliases()) {
      assertThat(found(alias)).describedAs(alias).isEqualTo(command);
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandHasAnExampleAndEachIsParsedByIt(Command command) {
    assertThat(command.examples()).isNotEmpty();
    for (Example example : command.examples()) {
      List<String> words = ShellWords.ofLine(example.line());
      String name = names(command).filter(n -> beginsWith(words, n)).findFirst().orElse(null);
      assertThat(name).describedAs(example.line()).isNotNull();
      int length = name.split(" ", -1).length + 1;
      Arguments given = Grammar.parse(command, words.subList(length, words.size()));
      assertThat(given.has("--help")).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void helpSaysHowToUseItAndFitsAHundredAndTwentyColumns(Command command) {
    String help = Help.of(command);
    assertThat(help).startsWith("Usage:  otters " + command.name()).contains("Examples:\n  # ");
    assertThat(help.lines())
        .allSatisfy(line -> assertThat(line.length()).describedAs(line).isLessThanOrEqualTo(120));
  }

  @Test
  void mountsOfTheExamplesAreWellFormed(@TempDir Path folder) throws Exception {
    Files.createDirectories(folder.resolve("data"));
    MountOption mounts = new MountOption(new UserPaths(folder, folder));
    for (Example example : found("run").examples()) {
      List<String> words = ShellWords.ofLine(example.line());
      for (int i = 0; i < words.size() - 1; i++) {
        if (words.get(i).matches("-v|--mount")) {
          String value =
              words
                  .get(i + 1)
                  .replace("$PWD", folder.toString())
                  .replaceAll("(^|source=)/data[^:,]*", "$1" + folder);
          assertThat(mounts.parse(value).source()).isEqualTo(folder.toString());
        }
      }
    }
  }

  private static Command found(String name) {
    List<String> words = List.of(name.split(" ", -1));
    Catalogue.Match match = Catalogue.find(words).orElseThrow();
    assertThat(match.length()).isEqualTo(words.size());
    return match.command().command();
  }

  private static Stream<String> names(Command command) {
    return Stream.concat(Stream.of(command.name()), command.aliases().stream());
  }

  private static boolean beginsWith(List<String> words, String name) {
    List<String> expected =
        Stream.concat(Stream.of("otters"), Stream.of(name.split(" ", -1))).toList();
    return words.size() >= expected.size() && words.subList(0, expected.size()).equals(expected);
  }
}
