package dev.otters.cli.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.api.agent.AgentStatus;
import dev.otters.cli.testing.Given;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateTest {
  private final Map<String, Object> data =
      Map.of(
          "name",
          "guide",
          "size",
          3,
          "on",
          true,
          "tags",
          List.of("a", "b"),
          "labels",
          Map.of("com.example/team", "blue"),
          "mounts",
          List.of(Map.of("target", "/x"), Map.of("target", "/y")),
          "none",
          List.of());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "plain | plain",
        "{{.name}}:{{ .size }} | guide:3",
        "{{.Name}} | guide",
        "{{.absent}}{{.absent.more}}- | -",
        "{{$.name}}{{(index .mounts 1).target}} | guide/y",
        "{{json .tags}} | [\"a\",\"b\"]",
        "{{.labels}} | {\"com.example/team\":\"blue\"}",
        "{{index .labels \"com.example/team\"}} | blue",
        "{{join .tags \",\"}}#{{`-` !join .tags}} | a,b#a-b",
        "{{.name !upper!lower!upper}}{{len .tags}}{{len .name}} | GUIDE25",
        "{{range .mounts}}{{.target}} {{end}}. | /x /y .",
        "{{range $i, $t := .tags}}{{$i}}={{$t}};{{end}} | 0=a;1=b;",
        "{{range $t := .tags}}{{$t}}{{$.name}}{{end}} | aguidebguide",
        "{{range $k, $v := .labels}}{{$k}}={{$v}}{{end}} | com.example/team=blue",
        "{{range .none}}x{{else}}empty{{end}} | empty",
        "{{if .on}}yes{{else}}no{{end}}{{if .none}}yes{{else if eq .size 3}}three{{end}} |"
            + " yesthree",
        "{{if ne .name \"guide\"}}other{{else}}if it is{{end}} | if it is",
        "a {{- .name -}} b | aguideb",
        "{{\"a\\\"b\"}}{{`c\\d`}}{{-1}} | a\"bc\\d-1",
      })
  void templatesPrintAsInDocker(String template, String text) {
    assertThat(Template.parse(template.replace('!', '|')).apply(data)).isEqualTo(text);
  }

  @Test
  void printlnEndsALineAndEscapesStandForTabsAndLines() {
    assertThat(Template.parse("{{range .tags}}{{println . \"x\"}}{{end}}\\t\\n").apply(data))
        .isEqualTo("a x\nb x\n\t\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "{{.name | '{{' is not closed",
        "{{ | '{{' is not closed",
        "{{}} | a value is missing at character 3",
        "{{range .tags}} | 'range' has no {{end}}",
        "{{if .on}}{{else}} | 'else' has no {{end}}",
        "{{end}} | unexpected 'end' without 'range' or 'if' at character 7",
        "{{range .tags}}{{else if .on}}{{end}} | unexpected 'else if' after 'range' at character"
            + " 25",
        "{{.a..b}} | a field is missing after '.' at character 6",
        "{{nope .}} | unknown function 'nope' at character 7",
        "{{$x}} | unknown variable '$x' at character 5",
        "{{(.a}} | ')' is missing at character 6",
        "{{\"a}} | a quote is not closed at character 6",
        "{{join .a}} | 'join' does not take 1 values at character 10",
        "{{.a ; .b}} | unexpected ';' at character 6",
      })
  void aMistakeIsNamedWithItsPlace(String template, String message) {
    assertThatExceptionOfType(TemplateException.class)
        .isThrownBy(() -> Template.parse(template))
        .withMessage(message);
  }

  @Test
  void anUnknownFieldOrFunctionNamesTheNearest() {
    Object agent = Given.summary("bob", AgentStatus.READY, null);
    assertThatExceptionOfType(TemplateException.class)
        .isThrownBy(() -> Template.parse("{{.Statsu}}").apply(agent))
        .withMessage("unknown field '.Statsu'")
        .satisfies(e -> assertThat(e.remedy()).isEqualTo("Did you mean '.status'?"));
    assertThatExceptionOfType(TemplateException.class)
        .isThrownBy(() -> Template.parse("{{.zzzzzz}}").apply(agent))
        .satisfies(e -> assertThat(e.remedy()).startsWith("The fields are id, name, image,"));
    assertThatExceptionOfType(TemplateException.class)
        .isThrownBy(() -> Template.parse("{{uper .}}"))
        .satisfies(e -> assertThat(e.remedy()).isEqualTo("Did you mean 'upper'?"));
  }

  @Test
  void aMemberThatIsLeftOutPrintsAsNothing() {
    Object agent = Given.summary("bob", AgentStatus.READY, null);
    assertThat(Template.parse("{{.name}} {{.exit}}{{.exit.code}}.").apply(agent))
        .isEqualTo("bob .");
  }

  @Test
  void functionsAndFieldsThatDoNotFitAreErrors() {
    for (String template :
        List.of("{{.tags.a}}", "{{.name.a}}", "{{range .size}}{{end}}", "{{index .tags 2}}")) {
      assertThatExceptionOfType(TemplateException.class)
          .describedAs(template)
          .isThrownBy(() -> Template.parse(template).apply(data));
    }
  }

  @Test
  void aTableIsTitledAfterItsFields() {
    Template template = Template.parse("{{upper .name}}\\t{{range .mounts}}{{.target}} {{end}}");
    assertThat(template.table(List.of(data)).lines(0))
        .containsExactly("NAME    TARGET", "GUIDE   /x /y");
    assertThat(Template.parse("{{.a.createdAt}}").table(List.of()).lines(0))
        .containsExactly("CREATED AT");
  }

  @Test
  void valuesCannotCommandTheTerminalOrBreakATable() {
    Map<String, Object> hostile = Map.of("name", "a\u001b[2Jb\tc", "x", "y");
    assertThat(Template.parse("{{.name}}").apply(hostile)).isEqualTo("a·[2Jb\tc");
    assertThat(Template.parse("{{.name}}\\t{{.x}}").table(List.of(hostile)).lines(0).getLast())
        .isEqualTo("a·[2Jb c   y");
  }

  @Test
  void nestingAndResultsAreBounded() {
    assertThatExceptionOfType(TemplateException.class)
        .isThrownBy(() -> Template.parse("{{" + "(".repeat(10_000)))
        .withMessageStartingWith("the template is nested too deeply");
    String loops = "{{range $}}".repeat(9) + "x" + "{{end}}".repeat(9);
    List<String> ten = Collections.nCopies(10, "x");
    assertThatExceptionOfType(TemplateException.class)
        .isThrownBy(() -> Template.parse(loops).apply(ten))
        .withMessage("the result is longer than 16 MiB");
  }

  /** Any text is a template or a {@link TemplateException}; any template prints or throws one. */
  @Test
  void noTemplateFailsInAnotherWay() {
    List<String> parts =
        List.of(
            "{{",
            "}}",
            "{{-",
            "-}}",
            ".",
            ".name",
            ".tags",
            "$",
            "$i",
            ",",
            ":=",
            "|",
            "(",
            ")",
            "range",
            "if",
            "else",
            "end",
            "json",
            "join",
            "index",
            "len",
            "println",
            "eq",
            "\"a\"",
            "`b`",
            "1",
            "-",
            "true",
            " ",
            " ",
            "x",
            "\\t",
            "\"",
            "{{range .tags}}",
            "{{end}}");
    Random random = new Random(7);
    int printed = 0;
    for (int i = 0; i < 200_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(9); n >= 0; n--) {
        text.append(parts.get(random.nextInt(parts.size())));
      }
      String template = random.nextBoolean() ? text.toString() : "{{" + text + "}}";
      try {
        assertThat(Template.parse(template).apply(data)).isNotNull();
        assertThat(Template.parse(template).table(List.of(data)).lines(0)).hasSize(2);
        printed++;
      } catch (TemplateException e) {
        assertThat(e.getMessage()).isNotBlank();
      } catch (RuntimeException e) {
        throw new AssertionError(template, e);
      }
    }
    assertThat(printed).isGreaterThan(10_000);
  }
}
