package dev.otters.models.provider.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.home.SmallHeap;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.provider.VendorSocket;
import dev.otters.models.provider.langchain4j.Replies.Anthropic;
import dev.otters.models.provider.langchain4j.Replies.Google;
import dev.otters.models.provider.langchain4j.Replies.OpenAi;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that a vendor cannot fill the daemon's heap with an answer. */
class EndlessAnswerTest {
  private static final String LONG = "x".repeat(20_000);

  @Test
  void anEndlessAnswerFailsForGoodInASmallHeap() throws Exception {
    assertThat(SmallHeap.run(64, Attack.class).lines())
        .hasSize(3 * Stream.values().length)
        .allSatisfy(
            line ->
                assertThat(line)
                    .endsWith("PERMANENT BROKEN_ANSWER the model's answer exceeds 8 MiB"));
  }

  /** What an answer repeats without an end. */
  enum Stream {
    /** Pieces of text. */
    TEXT,
    /** Pieces of the arguments of one tool call. */
    ARGUMENTS,
    /** Tool calls without arguments. */
    CALLS,
    /** EventReader without content. */
    PINGS,
    /** EventReader of many small values. */
    VALUES;

    String piece(String kind, int number) {
      return switch (kind) {
        case "anthropic" -> anthropic(number);
        case "google" -> google();
        default -> openAi(number);
      };
    }

    private String anthropic(int number) {
      return switch (this) {
        case TEXT -> Anthropic.text(0, LONG);
        case ARGUMENTS -> Anthropic.tool(0, "id", "sh", LONG);
        case CALLS -> Anthropic.tool(number, "id" + number, "sh");
        case PINGS, VALUES -> Anthropic.PING;
      };
    }

    private String google() {
      return switch (this) {
        case TEXT -> Google.text(LONG);
        case ARGUMENTS -> Google.tool("id", "sh", Replies.quoted(LONG));
        case CALLS -> Google.tool("", "sh", "{}");
        case PINGS -> "data: {}\n\n";
        case VALUES -> Google.parts("{\"odd\":[" + "1,".repeat(20_000) + "1]}");
      };
    }

    private String openAi(int number) {
      return switch (this) {
        case TEXT -> OpenAi.text(LONG);
        case ARGUMENTS -> OpenAi.tool(0, "id", "sh", LONG);
        case CALLS -> OpenAi.tool(number, "id" + number, "sh");
        case PINGS -> OpenAi.delta("{}", "null");
        case VALUES -> OpenAi.delta("{\"odd\":[" + "1,".repeat(20_000) + "1]}", "null");
      };
    }
  }

  /** Asks a vendor whose answer has no end. */
  static final class Attack {
    private Attack() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
      for (String kind : List.of("anthropic", "openai", "google")) {
        for (Stream stream : Stream.values()) {
          System.out.println(kind + " " + stream + " " + ask(kind, stream));
        }
      }
    }

    private static String ask(String kind, Stream stream) throws IOException, InterruptedException {
      try (VendorSocket vendor = new VendorSocket()) {
        vendor.plays(line -> flood(line, kind, stream));
        return Replies.open(kind, vendor.address("/v1"), Replies.SHORT)
            .complete(Replies.request("Hello"), piece -> {})
            .toString();
      } catch (ModelException e) {
        return e.kind() + " " + e.reason() + " " + e.getMessage();
      }
    }

    private static void flood(VendorSocket.Line line, String kind, Stream stream)
        throws IOException {
      line.begin();
      if (kind.equals("anthropic")) {
        line.piece(Anthropic.START);
      }
      for (int number = 0; ; ) {
        StringBuilder pieces = new StringBuilder();
        for (int i = 0; i < 10; i++) {
          pieces.append(stream.piece(kind, number++));
        }
        line.piece(pieces.toString());
      }
    }
  }
}
