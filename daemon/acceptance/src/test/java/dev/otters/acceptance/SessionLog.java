package dev.otters.acceptance;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Reads a session's durable events from the operator API. */
final class SessionLog {

  private final HttpClient http = HttpClient.newHttpClient();
  private final Otters otters;

  SessionLog(Otters otters) {
    this.otters = otters;
  }

  /** Gives the events of a session so far, oldest first; none for a session that does not exist. */
  List<JsonNode> events(String agent, String session) {
    JsonNode credentials =
        Otters.JSON.readTree(Otters.read(otters.home().resolve("credentials.json")));
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(
                    "%s/v1/agents/%s/sessions/%s/events?after=0&follow=false"
                        .formatted(credentials.get("tcp").asString(), agent, session)))
            .header("Authorization", "Bearer " + credentials.get("token").asString())
            .header("Accept", "text/event-stream")
            .build();
    try {
      HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() == 404) {
        return List.of();
      }
      if (response.statusCode() != 200) {
        throw new AssertionError(response + ": " + response.body());
      }
      return response
          .body()
          .lines()
          .filter(line -> line.startsWith("data:"))
          .map(line -> Otters.JSON.readTree(line.substring("data:".length())))
          .filter(event -> event.has("seq"))
          .toList();
    } catch (IOException e) {
      throw new AssertionError("the daemon does not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** Counts the events of a type, partial messages left out. */
  long count(String agent, String session, String type) {
    return events(agent, session).stream()
        .filter(event -> event.get("type").asString().equals(type))
        .filter(event -> !event.at("/body/partial").asBoolean(false))
        .count();
  }
}
