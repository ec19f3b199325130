package dev.otters.models.provider.langchain4j;

import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.Provider;
import dev.otters.models.provider.VendorSocket;
import dev.otters.models.provider.langchain4j.Replies.Anthropic;
import java.io.IOException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import tools.jackson.databind.JsonNode;

/** Tests with a vendor that answers as Anthropic's models do. */
abstract class AnthropicTest {
  @AutoClose VendorSocket vendor;
  Provider provider;

  @BeforeEach
  void open() throws IOException {
    vendor = new VendorSocket();
    vendor.plays(
        VendorSocket.events(
            Anthropic.START + Anthropic.text(0, "Hello!") + Anthropic.end("end_turn")));
    provider = Replies.open("anthropic", vendor.address("/v1"), Replies.SHORT);
  }

  /** Sends a request, and returns what the vendor received. */
  JsonNode sent(CompletionRequest request) throws Exception {
    provider.complete(request, piece -> {});
    return Replies.JSON.readTree(vendor.request().body());
  }
}
