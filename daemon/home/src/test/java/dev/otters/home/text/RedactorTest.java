package dev.otters.home.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RedactorTest {
  private final Redactor redactor =
      new Redactor(List.of("sk-12345", "sk-12345-longer", " in a file\n", "$1\\E[xy]", "short"));

  @Test
  void everyOccurrenceIsHidden() {
    assertThat(redactor.redact("a=sk-12345;b=sk-12345")).isEqualTo("a=(secret);b=(secret)");
    assertThat(redactor.redact("key: in a file.")).isEqualTo("key: (secret).");
    assertThat(redactor.redact("$1\\E[xy]")).isEqualTo("(secret)");
  }

  @Test
  void aValueThatContainsAnotherIsHiddenWhole() {
    assertThat(redactor.redact("sk-12345-longer")).isEqualTo("(secret)");
  }

  private static final String CUT = "\n[… 123 bytes left out; the output is in /tmp/1 …]\n";

  @Test
  void thePartsOfAValueAtACutAreHidden() {
    assertThat(redactor.redact("key sk-12345-lo" + CUT + "longer" + CUT + "2345-longer and sk-123"))
        .isEqualTo("key (secret)" + CUT + "(secret)" + CUT + "(secret) and sk-123");
    assertThat(redactor.redact("key sk-12345" + CUT + "all"))
        .isEqualTo("key (secret)" + CUT + "all");
  }

  @Test
  void thePartsOfAValueAtACutOfARequestAreHidden() {
    String cut = "\\n[… 9 characters left out by Otters: no room …]\\n";
    assertThat(redactor.redact("{\"a\":\"key sk-12345-lo" + cut + "longer\",\"b\":\"[x …]\\n\"}"))
        .isEqualTo("{\"a\":\"key (secret)" + cut + "(secret)\",\"b\":\"[x …]\\n\"}");
  }

  @Test
  @Timeout(20)
  void noTextTakesTheSquareOfItsLength() {
    for (String part : List.of("\\", "\n", "\\n[… 1 bytes left out", "\\n[… ", "1")) {
      String text = part.repeat(200_000) + " left out";
      assertThat(redactor.redact(text)).isEqualTo(text);
    }
  }

  @Test
  void textsAtACutThatArePartsOfNoValueStay() {
    String text = "ask" + CUT + "ger\nsk-12x" + CUT + "x-longer";
    assertThat(redactor.redact(text)).isEqualTo(text);
  }

  @Test
  void aValueIsAlsoHiddenWhereItStandsInJson() {
    Redactor quoting = new Redactor(List.of("a \"quoted\" one", "one\\two\nthree"));
    assertThat(quoting.redact("{\"a\": \"a \\\"quoted\\\" one\"}"))
        .isEqualTo("{\"a\": \"(secret)\"}");
    assertThat(quoting.redact("\"one\\\\two\\nthree\"")).isEqualTo("\"(secret)\"");
  }

  @Test
  void aValueIsAlsoHiddenInJsonThatStandsInJson() {
    Redactor quoting = new Redactor(List.of("one\\two\nthree"));
    String inArguments = "{\"stdin\":\"one\\\\two\\nthree\"}";
    String inMessage = inArguments.replace("\\", "\\\\").replace("\"", "\\\"");
    String inSummary = inMessage.replace("\\", "\\\\").replace("\"", "\\\"");
    assertThat(quoting.redact(inArguments)).isEqualTo("{\"stdin\":\"(secret)\"}");
    assertThat(quoting.redact(inMessage)).doesNotContain("two");
    assertThat(quoting.redact(inSummary)).doesNotContain("two");
  }

  @Test
  void aLongLineOfAValueIsHidden() {
    Redactor key = new Redactor(List.of("-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0\n{}\n"));
    assertThat(key.redact("line 2: MIIEvQIBADANBgkqhkiG9w0.")).isEqualTo("line 2: (secret).");
    assertThat(key.redact("{}")).isEqualTo("{}");
  }

  @Test
  void thePartsOfAValueAtTheEndsOfAPieceAreHidden() {
    assertThat(redactor.redactPiece("5-longer and sk-12", true, true))
        .isEqualTo("(secret) and (secret)");
    assertThat(redactor.redactPiece("5-longer and sk-12", false, false))
        .isEqualTo("5-longer and sk-12");
    assertThat(redactor.redactPiece("x345-long", true, true)).isEqualTo("x345-long");
  }

  @Test
  void shortValuesStay() {
    assertThat(redactor.redact("in short")).isEqualTo("in short");
  }
}
