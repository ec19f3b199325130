package dev.otters.models.provider.local.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.protocol.ToolInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class ReplyReaderTest {
  private final List<String> pieces = new ArrayList<>();
  private final ReplyReader spoken = new ReplyReader(pieces::add);

  @Test
  void anAnswerIsPassedOnWhileItIsSaid() {
    hear("{\"ans", "wer\":\"Th", "ree ca", "ts.\"}");

    assertThat(pieces).containsExactly("Th", "ree ca", "ts.");
    assertThat(spoken.isAnswer()).isTrue();
    assertThat(spoken.said()).isEqualTo("Three cats.");
    assertThat(spoken.call()).isEmpty();
  }

  @Test
  void aCallIsNotPassedOnAndReadAtItsEnd() {
    hear("{\"tool\":\"sh\",\"args\":[\"-c\",\"echo \\\"{\\\"an", "swer\"],\"stdin\":\"a\\nb\"}");

    assertThat(pieces).isEmpty();
    assertThat(spoken.isAnswer()).isFalse();
    assertThat(spoken.call())
        .contains(
            new ReplyReader.Call("sh", new ToolInput(List.of("-c", "echo \"{\"answer"), "a\nb")));
  }

  @Test
  void aCutAnswerKeepsWhatWasSaid() {
    hear("{\"answer\":\"It is 5\\");

    assertThat(spoken.isAnswer()).isFalse();
    assertThat(spoken.said()).isEqualTo("It is 5");
    assertThat(spoken.call()).isEmpty();
  }

  @Test
  void aCutCallIsNoCall() {
    hear("{\"tool\":\"sh\",\"args\":[\"-c\",\"ls");

    assertThat(spoken.call()).isEmpty();
    assertThat(spoken.said()).isEmpty();
  }

  @Test
  void freeTextIsNeither() {
    hear("The answer is 5.");

    assertThat(spoken.isAnswer()).isFalse();
    assertThat(spoken.call()).isEmpty();
  }

  @Test
  void halfACharacterBecomesTheReplacementCharacter() {
    hear("{\"answer\":\"a\\ud83db\\ude00c\\ud83d\"}");

    assertThat(spoken.said()).isEqualTo("a\uFFFDb\uFFFDc\uFFFD");
  }

  @RepeatedTest(200)
  void whateverIsSaidIsReadWhereverItIsCut(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    String text = text(random);
    String json = "{\"answer\":\"" + escaped(text, random) + "\"}";
    for (int at = 0; at < json.length(); ) {
      int end = Math.min(json.length(), at + 1 + random.nextInt(6));
      hear(json.substring(at, end));
      at = end;
    }

    assertThat(String.join("", pieces)).isEqualTo(text);
    assertThat(spoken.isAnswer()).isTrue();
    assertThat(pieces).noneMatch(piece -> piece.codePoints().anyMatch(ReplyReaderTest::isHalf));
  }

  private static boolean isHalf(int point) {
    return Character.getType(point) == Character.SURROGATE;
  }

  private void hear(String... news) {
    List.of(news).forEach(spoken::hear);
  }

  private static String text(Random random) {
    int[] alphabet = "ab\"\\/\n\r\t ä€😀𐍈{}".codePoints().toArray();
    return random
        .ints(random.nextInt(40), 0, alphabet.length)
        .map(index -> alphabet[index])
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static String escaped(String text, Random random) {
    StringBuilder json = new StringBuilder();
    text.chars().forEach(c -> json.append(escaped((char) c, random)));
    return json.toString();
  }

  private static String escaped(char c, Random random) {
    return switch (c) {
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      default -> random.nextBoolean() ? "\\u%04x".formatted((int) c) : String.valueOf(c);
    };
  }
}
