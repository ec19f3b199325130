package dev.otters.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class GrammarTest {
  private static final Command COMMAND =
      Command.of("run", Group.COMMON, "Run")
          .arguments(Argument.one("REF", "the image"), Argument.any("TEXT", "more"))
          .options(
              Option.one("NAME", "name", "--name"),
              Option.many("MOUNT", "mount", "-v", "--mount"),
              Option.flag("all", "-a", "--all"),
              Option.flag("quiet", "-q", "--quiet"));

  private static Arguments parse(String... words) {
    return Grammar.parse(COMMAND, List.of(words));
  }

  @Test
  void optionsAndArgumentsMayBeMixed() {
    Arguments given = parse("ref", "--name", "bob", "a", "-v", "x:y", "b", "--mount=z:w:a, b:ro");
    assertThat(given.positional()).containsExactly("ref", "a", "b");
    assertThat(given.one("--name")).contains("bob");
    assertThat(given.many("--mount")).containsExactly("x:y", "z:w:a, b:ro");
    assertThat(given.has("--all")).isFalse();
  }

  @Test
  void shortFlagsMayBeJoined() {
    Arguments given = parse("-aq", "ref");
    assertThat(given.has("--all")).isTrue();
    assertThat(given.has("--quiet")).isTrue();
  }

  @Test
  void aLoneDashIsAnArgumentAndTwoDashesEndTheOptions() {
    assertThat(parse("ref", "-").positional()).containsExactly("ref", "-");
    assertThat(parse("--", "ref", "--name").positional()).containsExactly("ref", "--name");
  }

  @Test
  void theWordsOfAProgramAreNoOptions() {
    Command exec =
        Command.of("exec", Group.AGENTS, "Run")
            .arguments(Argument.one("AGENT", "the agent"), Argument.program("PROGRAM", "it"))
            .options(
                Option.flag("input", "-i", "--interactive"), Option.flag("tty", "-t", "--tty"));
    Arguments given = Grammar.parse(exec, List.of("-it", "bob", "ls", "-t", "--help", "--x=y"));
    assertThat(given.has("--tty")).isTrue();
    assertThat(given.has("--help")).isFalse();
    assertThat(given.positional()).containsExactly("bob", "ls", "-t", "--help", "--x=y");
    assertThat(exec.synopsis()).isEqualTo("otters exec [OPTIONS] AGENT PROGRAM [ARG...]");
  }

  @Test
  void valuesAreTakenAsTheyAre() {
    Arguments given =
        parse("@/etc/passwd", "--name", "${sys:user.home}", "\"quoted\"", "-v", "a b,c");
    assertThat(given.positional()).containsExactly("@/etc/passwd", "\"quoted\"");
    assertThat(given.one("--name")).contains("${sys:user.home}");
    assertThat(given.many("--mount")).containsExactly("a b,c");
  }

  @Test
  void anEmptyValueIsAValue() {
    assertThat(parse("ref", "--name=").one("--name")).contains("");
    assertThat(parse("ref", "").positional()).containsExactly("ref", "");
  }

  @Test
  void anUnknownOptionSuggestsTheNearest() {
    assertThatThrownBy(() -> parse("ref", "--nmae=x"))
        .isInstanceOfSatisfying(
            UsageException.class,
            e -> {
              assertThat(e.text()).isEqualTo("unknown option '--nmae'");
              assertThat(e.suggestion()).isEqualTo("Did you mean '--name'?");
              assertThat(e.command()).isEqualTo(COMMAND);
            });
    assertThatThrownBy(() -> parse("ref", "--zzzzzzz"))
        .isInstanceOfSatisfying(UsageException.class, e -> assertThat(e.suggestion()).isNull());
  }

  @Test
  void aLetterSuggestsNoOtherLetterButItself() {
    for (String option : List.of("-x", "-V")) {
      assertThatThrownBy(() -> parse("ref", option))
          .isInstanceOfSatisfying(
              UsageException.class,
              e ->
                  assertThat(e.suggestion())
                      .isEqualTo(option.equals("-V") ? "Did you mean '-v'?" : null));
    }
  }

  @Test
  void aMissingValueATwiceGivenOptionAndMissingArgumentsAreNamed() {
    assertThatThrownBy(() -> parse("ref", "--name"))
        .hasMessage("option '--name' needs a value: NAME");
    assertThatThrownBy(() -> parse("ref", "--name", "a", "--name", "b"))
        .hasMessage("option '--name' is given more than once");
    assertThatThrownBy(() -> parse("--name", "x")).hasMessage("missing REF: the image");
  }

  @Test
  void tooManyArgumentsAreRefused() {
    Command none = Command.of("ps", Group.COMMON, "List");
    assertThatThrownBy(() -> Grammar.parse(none, List.of("x")))
        .hasMessage("unexpected argument 'x'");
  }

  @Test
  void helpNeedsNoArguments() {
    assertThat(parse("-h").has("--help")).isTrue();
  }
}
