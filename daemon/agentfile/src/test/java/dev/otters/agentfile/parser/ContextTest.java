package dev.otters.agentfile.parser;

import static dev.otters.agentfile.parser.Parsing.agentfile;
import static dev.otters.agentfile.parser.Parsing.errors;
import static dev.otters.agentfile.parser.Parsing.problem;
import static dev.otters.agentfile.parser.Parsing.warnings;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agentfile.Context;
import dev.otters.agentfile.ParseResult;
import org.junit.jupiter.api.Test;

class ContextTest {
  @Test
  void takesItsTextFromAHeredoc() {
    assertThat(
            agentfile("CONTEXT SOUL \"Who you are\" <<EOF", "You are an otter.", "EOF").contexts())
        .containsExactly(
            new Context("SOUL", "Who you are", new Context.Inline("You are an otter.")));
  }

  @Test
  void takesItsTextFromAFile() {
    assertThat(agentfile("CONTEXT RULES \"House rules\" file://./docs//rules.md").contexts())
        .containsExactly(
            new Context("RULES", "House rules", new Context.FromFile("./docs//rules.md")));
  }

  @Test
  void isEmptyWithoutEither() {
    assertThat(warnings("CONTEXT SOUL"))
        .containsExactly("2:9: CONTEXT SOUL has no text: neither file nor heredoc");
    assertThat(agentfile("CONTEXT SOUL <<EOF", "EOF").contexts())
        .containsExactly(new Context("SOUL", "", new Context.Empty()));
  }

  @Test
  void cannotHaveBoth() {
    assertThat(errors("CONTEXT SOUL file://soul.md <<EOF", "text", "EOF", "NAME -"))
        .containsExactly(
            "2:14: CONTEXT takes a file or a heredoc, not both",
            "5:6: NAME \"-\" must be 1 to 63 letters, digits, '.', '_' or '-', and start with a"
                + " letter or digit");
  }

  @Test
  void needsAName() {
    assertThat(errors("CONTEXT", "CONTEXT \"\" file://a", "CONTEXT ../SOUL file://a"))
        .containsExactly(
            "2:8: CONTEXT needs a name",
            "3:9: CONTEXT needs a name here, without quotes",
            "4:9: CONTEXT \"../SOUL\" must be 1 to 63 letters, digits, '.', '_' or '-', and start"
                + " with a letter or digit");
  }

  @Test
  void cannotHaveTheNameOfAGeneratedFileInAnyCase() {
    assertThat(
            errors(
                "CONTEXT AGENT file://a", "CONTEXT workspace file://a", "CONTEXT Mounts file://a"))
        .containsExactly(
            "2:9: CONTEXT \"AGENT\" is reserved: Otters generates AGENT.md at every start",
            "3:9: CONTEXT \"workspace\" is reserved: Otters generates WORKSPACE.md at every start",
            "4:9: CONTEXT \"Mounts\" is reserved: Otters generates MOUNTS.md at every start");
  }

  @Test
  void aFileStaysInsideTheBuildContext() {
    assertThat(
            errors(
                "CONTEXT A file:///etc/passwd",
                "CONTEXT B file://a/../../b",
                "CONTEXT C file://",
                "CONTEXT D file://docs/",
                "CONTEXT E file://https://example.com"))
        .containsExactly(
            "2:11: CONTEXT \"file:///etc/passwd\" must be relative to the build context",
            "3:11: CONTEXT \"file://a/../../b\" must not leave the build context with ..",
            "4:11: CONTEXT \"file://\" must be the path of a file, at most 4096 characters",
            "5:11: CONTEXT \"file://docs/\" must be a file, not a folder",
            "6:11: CONTEXT \"file://https://example.com\" must be a file of the build context,"
                + " nothing is downloaded");
  }

  @Test
  void aBarePathIsProbablyAFile() {
    var problem = problem("CONTEXT SOUL soul.md");

    assertThat(problem.message())
        .isEqualTo("CONTEXT does not expect \"soul.md\" here: a file starts with file://");
    assertThat(problem.suggestion()).contains("file://soul.md");
  }

  @Test
  void theSameNameReplacesInPlace() {
    var lines = new String[] {"CONTEXT A file://1", "CONTEXT B file://2", "CONTEXT A file://3"};

    assertThat(warnings(lines)).containsExactly("4:9: CONTEXT A replaces the one of line 2");
    assertThat(((ParseResult.Parsed) Parsing.parse(lines)).agentfile().contexts())
        .containsExactly(
            new Context("A", "", new Context.FromFile("3")),
            new Context("B", "", new Context.FromFile("2")));
  }
}
