package dev.otters.acceptance;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** Reads a session's durable events from the operator API, and sends messages to it. */
final class SessionLog {

  private final HttpClient http = HttpClient.newHttpClient();
  private final Otters otters;

  SessionLog(Otters otters) {
    this.otters = otters;
  }

  /** Gives the events of a session so far, oldest first; none for a session that does not exist. */
  List<JsonNode> events(String agent, String session) {
    HttpResponse<String> response =
        send(request(agent, session).header("Accept", "text/event-stream").build());
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
  }

  /** Sends a message to a session. */
  void say(String agent, String session, String text) {
    String message =
        Otters.JSON.writeValueAsString(
            Map.of("id", UUID.randomUUID().toString(), "type", "user.message", "text", text));
    HttpResponse<String> response =
        send(
            request(agent, session)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(message))
                .build());
    if (response.statusCode() != 202) {
      throw new AssertionError(response + ": " + response.body());
    }
  }

  private HttpRequest.Builder request(String agent, String session) {
    JsonNode credentials =
        Otters.JSON.readTree(Otters.read(otters.home().resolve("credentials.json")));
    String address = credentials.get("tcp").asString();
    return HttpRequest.newBuilder(
            URI.create("%s/v1/agents/%s/sessions/%s/events".formatted(address, agent, session)))
        .header("Authorization", "Bearer " + credentials.get("token").asString());
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofString());
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
