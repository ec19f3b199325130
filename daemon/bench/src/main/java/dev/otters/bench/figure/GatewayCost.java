package dev.otters.bench.figure;

import dev.otters.bench.report.Figure;
import dev.otters.bench.report.Goal;
import dev.otters.bench.report.Quantity;
import dev.otters.bench.report.Samples;
import dev.otters.bench.report.Unit;
import dev.otters.bench.run.Clock;
import dev.otters.bench.run.StubVendor;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.gateway.CallKey;
import dev.otters.models.gateway.Caller;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelGateway;
import dev.otters.models.gateway.Providers;
import dev.otters.models.provider.ProviderConfig;
import dev.otters.models.provider.Timeouts;
import dev.otters.models.provider.langchain4j.ChatProviders;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Measures a completion through the gateway beside the same request without it. */
final class GatewayCost {
  private static final int WARM_UP = 500;
  private static final int TURNS = 10;
  private static final int PER_TURN = 50;
  private static final double OVERHEAD = 2;
  private static final String BODY =
      "{\"model\":\"stub\",\"stream\":true,\"messages\":[{\"role\":\"system\",\"content\":\"You.\"},"
          + "{\"role\":\"user\",\"content\":\"hello\"}]}";

  private GatewayCost() {}

  static List<Figure> figures(StubVendor vendor) throws IOException, InterruptedException {
    URI base = URI.create(vendor.address());
    ProviderConfig config =
        new ProviderConfig(
            "stub", "openai", Optional.empty(), Optional.of(base), List.of(), Timeouts.STANDARD);
    List<Double> through = new ArrayList<>();
    List<Double> direct = new ArrayList<>();
    try (ModelGateway gateway = new ModelGateway(Providers.of(ChatProviders.open(config)));
        HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      for (int i = 0; i < WARM_UP; i++) {
        complete(gateway, "warm-up " + i);
        ask(http, vendor);
      }
      for (int turn = 0; turn < TURNS; turn++) {
        for (int i = 0; i < PER_TURN; i++) {
          through.add(complete(gateway, turn + " " + i));
        }
        for (int i = 0; i < PER_TURN; i++) {
          direct.add(ask(http, vendor));
        }
      }
    }
    Quantity with = new Quantity(new Samples(through), Unit.MILLISECONDS);
    Quantity without = new Quantity(new Samples(direct), Unit.MILLISECONDS);
    return List.of(
        Figure.of("completion through the gateway", with).against("direct", without),
        Figure.of(
                "overhead of the gateway",
                Quantity.once(
                    with.samples().median() - without.samples().median(), Unit.MILLISECONDS))
            .goal(new Goal.AtMost(OVERHEAD)));
  }

  private static double complete(ModelGateway gateway, String key) throws InterruptedException {
    CompletionRequest request =
        new CompletionRequest(
            "stub/stub",
            List.of(new ChatMessage.System("You."), new ChatMessage.User("hello")),
            List.of(),
            Map.of());
    long begin = System.nanoTime();
    gateway.complete(new CallKey(key, 1, "1"), request, Caller.UNKNOWN, text -> {}, () -> true);
    return Clock.millisSince(begin);
  }

  private static double ask(HttpClient http, StubVendor vendor)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(vendor.address() + "/chat/completions"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(BODY))
            .build();
    long begin = System.nanoTime();
    HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException("the vendor answered " + response.statusCode());
    }
    return Clock.millisSince(begin);
  }
}
