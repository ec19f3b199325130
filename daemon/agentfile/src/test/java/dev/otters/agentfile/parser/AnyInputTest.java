package dev.otters.agentfile.parser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.ParseResult;
import dev.otters.agentfile.ParseResult.Parsed;
import dev.otters.agentfile.ParseResult.Rejected;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AnyInputTest {
  private static final Map<String, String> ARGUMENTS = Map.of("a", "b \"c", "b", "${a}\n");
  private static final List<String> PIECES =
      List.of(
          "FROM ",
          "scratch",
          "RUNTIME ",
          "MODEL ",
          "NAME ",
          "CONTEXT ",
          "CONFIG ",
          "BIN ",
          "ENV ",
          "EXEC",
          "ADD ",
          "LABEL ",
          "ARG ",
          "CAPABILITY ",
          "RESOURCE ",
          "VAULT ",
          "SKILL ",
          "ENV=",
          "FOR=",
          "kind=",
          "mode=read-write ",
          "# syntax=",
          "#",
          "\n",
          "\r\n",
          "\r",
          " ",
          "\t",
          "\"",
          "\\",
          "=",
          "!",
          "[",
          "]",
          ",",
          "<<",
          "<<EOF",
          "EOF\n",
          "${",
          "}",
          "${a}",
          "$",
          "file://",
          "..",
          "/",
          ":",
          "@sha256:",
          "a",
          "A",
          "note-save",
          "\\u",
          "\\ud83e",
          "\\udda6",
          "\u00A0",
          "\0",
          "\uFEFF",
          "🦦",
          "é",
          "1e3",
          "-",
          "_");

  @ParameterizedTest
  @ValueSource(longs = {1, 20, 300, 4000, 50_000})
  void whatTheGrammarGeneratesIsReadBack(long seed) {
    for (long i = 0; i < 400; i++) {
      Agentfile agentfile = new Generator(seed + i).agentfile();

      ParseResult result =
          AgentfileParser.parse("Agentfile", agentfile.source().getBytes(UTF_8), Map.of());

      assertThat(result).as("seed %d", seed + i).isInstanceOf(Parsed.class);
      assertThat(((Parsed) result).agentfile()).isEqualTo(agentfile);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {2, 30, 400, 5000, 60_000})
  void mutatedFilesGiveRecordsOrProblems(long seed) {
    for (long i = 0; i < 400; i++) {
      var random = new Random(seed + i);
      var text = new StringBuilder(new Generator(seed + i).agentfile().source());
      for (int j = random.nextInt(6); j >= 0; j--) {
        int start = random.nextInt(text.length() + 1);
        int end = Math.min(text.length(), start + random.nextInt(9));
        text.replace(start, end, PIECES.get(random.nextInt(PIECES.size())));
      }
      parse(text.toString().getBytes(UTF_8));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {3, 40, 500, 6000, 70_000})
  void heapsOfSyntaxGiveRecordsOrProblems(long seed) {
    var random = new Random(seed);
    for (int i = 0; i < 800; i++) {
      var text = new StringBuilder(random.nextBoolean() ? "FROM scratch\n" : "");
      for (int j = random.nextInt(60); j > 0; j--) {
        text.append(PIECES.get(random.nextInt(PIECES.size())));
      }
      parse(text.toString().getBytes(UTF_8));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {4, 50, 600, 7000, 80_000})
  void randomBytesGiveRecordsOrProblems(long seed) {
    var random = new Random(seed);
    for (int i = 0; i < 800; i++) {
      byte[] source = new byte[random.nextInt(200)];
      random.nextBytes(source);
      parse(source);
    }
  }

  @Test
  void theLargestFilesOfEveryKindEnd() {
    large(i -> "x");
    large(i -> "x\n");
    large(i -> "\n");
    large(i -> "\"");
    large(i -> "\\\"");
    large(i -> "${a}");
    large(i -> "CONTEXT A <<E" + i + "\n");
    large(i -> "CONTEXT A \"<<E" + i + "\n");
    large(i -> "NAME b <<E" + i + " c\n");
    large(i -> "ENV K" + i + "=x\nCONFIG a=1\nRUNTIME r\n");
    large(i -> "ARG a" + i + "\nLABEL x=${b" + i + "}\n");
    large(i -> "BIN jq" + i + " tools/jq\n");
    large(i -> "FORM " + i + "\n");
    large(i -> "a.");
    largeLine("CAPABILITY ", "note-svae ");
    largeLine("CAPABILITY ", "x");
    largeLine("BIN jq ", "a.b/");
    largeLine("BIN jq ", "a__");
    largeLine("CONFIG a=", "1");
    largeLine("CONFIG a=0x", "f");
    largeLine("ENV ", "A");
    largeLine("ADD ", "a/");
    largeLine("EXEC [", "\"\",");
    largeLine("LABEL a=\"", "\\u0041");
    largeLine("LABEL a=", "${");
    largeLine("# syntax", " ");
    largeLine("CONTEXT A ", "<< ");
    largeLine("RESOURCE r ", "a=b ");
    large(i -> i == 0 ? "RESOURCE r " : "k" + i + "=b ");
    large(i -> i == 0 ? "VAULT v ENV=A FOR=" : "b" + i + ",");
    large(i -> "VAULT v" + i + " ENV=A FOR=c" + i + "\nBIN b" + i + " x\n");
    largeLine("SKILL s ", "a/");
    largeLine("FROM ", "a.");
  }

  @Test
  void argsCannotGrowWithoutBound() {
    var source = new StringBuilder("FROM scratch\nARG a0=xxxxxxxx\n");
    for (int i = 1; i < 100; i++) {
      source.append("ARG a%d=${a%d}${a%d}\n".formatted(i, i - 1, i - 1));
    }
    var rejected =
        (Rejected) AgentfileParser.parse("Agentfile", source.toString().getBytes(UTF_8), Map.of());

    assertThat(rejected.problems().getFirst().message())
        .isEqualTo("the ARGs expand to more than 1048576 characters in all");
    assertThat(rejected.problems()).hasSize(1);
  }

  @Test
  void aLargeBuildArgumentCannotBeUsedOften() {
    var arguments = Map.of("a", "x".repeat(300_000));
    String source = "FROM scratch\nARG a\n" + "LABEL l=${a}\n".repeat(50_000);

    assertThat(AgentfileParser.parse("Agentfile", source.getBytes(UTF_8), arguments))
        .isInstanceOf(Rejected.class);
  }

  private static void large(IntFunction<String> piece) {
    var text = new StringBuilder("FROM scratch\nARG a=xyz\n");
    for (int i = 0; text.length() < AgentfileParser.LARGEST - 64; i++) {
      text.append(piece.apply(i));
    }
    parse(text.toString().getBytes(UTF_8));
  }

  private static void largeLine(String start, String piece) {
    large(i -> i == 0 ? start : piece);
  }

  private static void parse(byte[] source) {
    ParseResult result = AgentfileParser.parse("Agentfile", source, ARGUMENTS);
    Invariants.check(source, result);
    assertThat(AgentfileParser.parse("Agentfile", source, ARGUMENTS)).isEqualTo(result);
  }
}
