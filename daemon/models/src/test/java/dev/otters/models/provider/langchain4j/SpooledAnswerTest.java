package dev.otters.models.provider.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.models.chat.Completion;
import dev.otters.models.gateway.Caller;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.Provider;
import dev.otters.models.gateway.Recorder;
import dev.otters.models.gateway.RequestBody;
import dev.otters.models.gateway.Spool;
import dev.otters.models.provider.VendorSocket;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Answers that an earlier attempt received. */
@Timeout(60)
class SpooledAnswerTest {
  private static final String ANTHROPIC =
      Replies.Anthropic.START
          + Replies.Anthropic.text(0, "Hello.")
          + Replies.Anthropic.tool(1, "t1", "sh", "{}")
          + Replies.Anthropic.end("tool_use");

  @AutoClose private final VendorSocket vendor = new VendorSocket();
  private final List<String> sent = new ArrayList<>();

  SpooledAnswerTest() throws Exception {}

  /** Offers a text as the answer that was received before. */
  private Completion ask(Provider provider, String received) throws InterruptedException {
    return ask(provider, received, false);
  }

  private Completion ask(Provider provider, String received, boolean recorded)
      throws InterruptedException {
    Spool spool =
        new Spool() {
          @Override
          public Optional<Received> received(
              URI to, RequestBody body, Predicate<InputStream> whole) {
            byte[] bytes = received.getBytes(StandardCharsets.UTF_8);
            return Optional.of(new Received(new ByteArrayInputStream(bytes), recorded))
                .filter(it -> whole.test(new ByteArrayInputStream(bytes)));
          }

          @Override
          public InputStream keep(URI to, RequestBody body, InputStream answer) {
            return answer;
          }
        };
    Recorder recorder =
        new Recorder() {
          @Override
          public void asked(String provider, CompletionRequest request) {}

          @Override
          public void sent(RequestBody body) {
            sent.add(new String(body.text(), StandardCharsets.UTF_8));
          }

          @Override
          public void answered(Completion completion) {}

          @Override
          public void failed(Throwable cause) {}

          @Override
          public Spool spool() {
            return spool;
          }
        };
    Caller caller = new Caller("a", note -> {}, usage -> {}, recorder);
    return provider.complete(Replies.request("Hello"), caller, piece -> {});
  }

  @Test
  void aWholeAnswerIsReadAgainAndACutOneIsAskedForAgain() throws Exception {
    vendor.plays(VendorSocket.events(ANTHROPIC));
    Provider provider = Replies.open("anthropic", vendor.address("/v1"), Replies.SHORT);
    Completion asked = ask(provider, "");
    assertThat(vendor.untaken()).isEqualTo(1);
    vendor.request();
    int end = ANTHROPIC.indexOf("event: message_stop");

    for (int length = 0; length < ANTHROPIC.length(); length += length < end ? 7 : 1) {
      Completion answer = ask(provider, ANTHROPIC.substring(0, length));

      if (vendor.untaken() == 0) {
        assertThat(length).isGreaterThan(end - Replies.Anthropic.end("tool_use").length());
      } else {
        vendor.request();
      }
      assertThat(answer).isEqualTo(asked);
    }
    assertThat(ask(provider, ANTHROPIC)).isEqualTo(asked);
    assertThat(vendor.untaken()).isZero();
  }

  @Test
  void aDamagedAnswerIsAskedForAgain() throws Exception {
    vendor.plays(VendorSocket.events(ANTHROPIC));
    Provider provider = Replies.open("anthropic", vendor.address("/v1"), Replies.SHORT);

    Completion answer = ask(provider, ANTHROPIC.replace("\"index\":1", "\"index\":\0"));

    assertThat(answer.text()).isEqualTo("Hello.");
    assertThat(vendor.untaken()).isEqualTo(1);
  }

  @Test
  void aRequestIsRecordedOnceAlthoughItsAnswerIsReadTwice() throws Exception {
    Provider provider = Replies.open("anthropic", vendor.address("/v1"), Replies.SHORT);

    assertThat(ask(provider, ANTHROPIC, true).text()).isEqualTo("Hello.");
    assertThat(sent).isEmpty();
    assertThat(ask(provider, ANTHROPIC, false).text()).isEqualTo("Hello.");

    assertThat(sent).singleElement().asString().contains("\"Hello\"");
    assertThat(vendor.untaken()).isZero();
  }
}
