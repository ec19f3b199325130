package dev.otters.models.provider.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.models.chat.Usage;
import dev.otters.models.gateway.Caller;
import dev.otters.models.gateway.Provider;
import dev.otters.models.gateway.Recorder;
import dev.otters.models.provider.VendorSocket;
import java.io.IOException;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What vendors say before an answer ends. */
@Timeout(60)
class ReportedUsageTest {
  @AutoClose private VendorSocket vendor;

  @BeforeEach
  void open() throws IOException {
    vendor = new VendorSocket();
  }

  private Usage reported(String kind, String event) throws Exception {
    vendor.plays(line -> line.begin().piece(event).hold());
    Provider provider = Replies.open(kind, vendor.address("/v1"), Replies.SHORT);
    CompletableFuture<Usage> reported = new CompletableFuture<>();
    Caller caller = new Caller("a", note -> {}, reported::complete, Recorder.NONE);
    Thread asking =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    provider.complete(Replies.request("Hello"), caller, piece -> {});
                  } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                  }
                });
    Usage usage = reported.get(20, TimeUnit.SECONDS);
    asking.interrupt();
    asking.join();
    return usage;
  }

  @Test
  void anAnthropicAnswerReportsItsInputAtItsStart() throws Exception {
    assertThat(reported("anthropic", Replies.Anthropic.START)).isEqualTo(new Usage(25, 1));
  }

  @Test
  void anOpenAiAnswerReportsTheUsageOfEachPieceThatHasIt() throws Exception {
    String piece =
        "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":3}}\n\n";

    assertThat(reported("openai", piece)).isEqualTo(new Usage(7, 3));
  }

  @Test
  void aGoogleAnswerReportsTheUsageOfEachPiece() throws Exception {
    String piece =
        "data: {\"usageMetadata\":{\"promptTokenCount\":30,\"cachedContentTokenCount\":20,"
            + "\"candidatesTokenCount\":3,\"thoughtsTokenCount\":9}}\r\n\r\n";

    assertThat(reported("google", piece)).isEqualTo(new Usage(30, 20, 0, 12, 9, false));
  }

  @Test
  void theContextOfAModelIsKnownOnceTheVendorListedIt() throws Exception {
    vendor.plays(
        VendorSocket.json(200, "{\"data\":[{\"id\":\"some-model\",\"context_length\":8192}]}"));
    Provider provider = Replies.open("openai", vendor.address("/v1"), Replies.SHORT);
    assertThat(provider.contextSize("some-model")).isEmpty();

    assertThat(provider.models()).hasSize(1);

    assertThat(provider.contextSize("some-model")).isEqualTo(OptionalInt.of(8192));
    assertThat(provider.contextSize("another")).isEmpty();
  }
}
