package dev.otters.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class StubVendorTest {
  private static final String TOOLS = "\"tools\":[{\"function\":{\"name\":\"sh\"}}]";

  @Test
  void aMessageIsAnsweredAndEndsWithTheUsage() throws Exception {
    assertThat(ask("{\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]}"))
        .contains("\"content\":\"Hello.\"", "\"finish_reason\":\"stop\"", "\"total_tokens\":22")
        .endsWith("data: [DONE]\n\n");
  }

  @Test
  void aToolIsCalledOnce() throws Exception {
    String user = "{\"role\":\"user\",\"content\":\"use a tool\"}";
    assertThat(ask("{\"messages\":[" + user + "]," + TOOLS + "}"))
        .contains("\"name\":\"sh\"", "\"finish_reason\":\"tool_calls\"");
    assertThat(
            ask(
                "{\"messages\":["
                    + user
                    + ",{\"role\":\"tool\",\"content\":\"here\"}],"
                    + TOOLS
                    + "}"))
        .contains("Hello.", "\"finish_reason\":\"stop\"");
  }

  @Test
  void theDeltasOfASlowAnswerSayHowLateTheyAre() throws Exception {
    String answer = ask("{\"messages\":[{\"role\":\"user\",\"content\":\"tell the time\"}]}");
    Deltas deltas = new Deltas();
    try (EventReader events =
        new EventReader(new ByteArrayInputStream(answer.getBytes(StandardCharsets.UTF_8)))) {
      for (String data = events.next().data(); !data.equals("[DONE]"); ) {
        deltas.add(data);
        data = events.next().data();
      }
    }

    assertThat(deltas.lags()).hasSize(StubVendor.SLOW_TOKENS).allMatch(lag -> lag >= 0);
    assertThat(deltas.first()).isGreaterThanOrEqualTo(0);
  }

  private static String ask(String request) throws Exception {
    try (StubVendor vendor = StubVendor.start();
        HttpClient http = HttpClient.newHttpClient()) {
      URI address = URI.create(vendor.address() + "/chat/completions");
      return http.send(
              HttpRequest.newBuilder(address)
                  .POST(HttpRequest.BodyPublishers.ofString(request))
                  .build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    }
  }
}
