package dev.otters.acceptance.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A rule that finds nothing anywhere would hold the product to nothing. */
class LanguageRulesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/** Is a thing. */ class X {}",
        "/** What a thing is. */ class X {}",
        "class X {\n  /**\n   * Has things.\n   */\n  int x;\n}",
      })
  void aWrongStartOfJavadocIsFound(String source) {
    assertThat(Phrases.wrongStarts(file(source))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/** A thing. */ class X {}",
        "/** Isolates things. */ class X {}",
        "/* What */ class X { String x = \"/** Is */\"; }",
      })
  void anyOtherStartIsFine(String source) {
    assertThat(Phrases.wrongStarts(file(source))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "// It waits for ever.\nclass X {}",
        "/** Waits for\n * ever. */ class X {}",
        "class X { String x = \"nobody is asked\"; }",
        "class X { String x = \"\"\"\n  the runtime is told so\n  \"\"\"; }",
      })
  void anUnnaturalExpressionIsFound(String source) {
    assertThat(Phrases.unnatural(file(source))).hasSize(1);
  }

  @Test
  void theUserCalledNobodyMayBeNamed() {
    assertThat(Phrases.unnatural(file("class X { String x = \"nobody:x:65534\"; }"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text = n + \" steps\";",
        "text = \"after \" + steps.size() + \" steps, \" + millis;",
        "text = \"%d steps\".formatted(n);",
      })
  void aPluralAfterAnyNumberIsFound(String statement) {
    assertThat(Plurals.wrong(file("class X { void x() { " + statement + " } }"))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text = n == 1 ? \"1 step\" : n + \" steps\";",
        "text = \"more than \" + most + \" steps\";",
        "text = MOST_STEPS + \" steps\";",
        "text = name + \" exists\";",
      })
  void aPluralThatFitsIsFine(String statement) {
    assertThat(Plurals.wrong(file("class X { void x() { " + statement + " } }"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "throw new Failure(\"it failed\", \"try again.\");",
        "throw new Failure(\"it failed\", \"Try again\");",
        "throw new Failure(\"it failed\", \"You can try again.\");",
        "throw Failure.of(\"it failed\" + x, \"Try \" + x);",
        "throw new Failure(\"it failed\", x ? \"Try again.\" : \"it is gone.\");",
        "String y = \"try\" + x; throw new Failure(\"it failed\", y);",
        "throw new Failure(\"it failed\", z(x));",
        "throw new Failure(\"it failed\", switch (x) { case 1 -> \"no\"; default -> \"Try.\"; });",
        "throw new Failure(\"it failed\", \"try %s.\".formatted(x));",
      })
  void aRemedyThatIsNoImperativeSentenceIsFound(String statement) {
    assertThat(wrongRemedies(statement)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "throw new Failure(\"it failed\", \"Try again, or use \" + x + \".\");",
        "throw new Failure(\"it failed\", \"\");",
        "throw new Failure(\"it failed\", null);",
        "throw new Failure(\"it failed\", cause.remedy());",
      })
  void anImperativeSentenceOrNoneIsFine(String statement) {
    assertThat(wrongRemedies(statement)).isEmpty();
  }

  @Test
  void whatAMethodCalledRemedyReturnsIsOneToo() {
    SourceFile file = file("class X { String remedy() { return \"no\"; } }");
    assertThat(Remedies.wrong(file, RemedyParameters.of(List.of(file)))).hasSize(1);
  }

  private static List<String> wrongRemedies(String statement) {
    SourceFile file =
        file(
            """
            class X {
              void x() { %s }
              String z(int x) { return "never"; }
            }
            record Failure(String message, String remedy) {
              static Failure of(String message, String remedy) { return null; }
            }
            """
                .formatted(statement));
    return Remedies.wrong(file, RemedyParameters.of(List.of(file)));
  }

  private static SourceFile file(String source) {
    return SourceFile.parse(Map.of("X.java", source)).getFirst();
  }
}
