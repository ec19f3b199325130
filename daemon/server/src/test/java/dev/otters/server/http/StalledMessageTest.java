package dev.otters.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agents.AgentKit;
import dev.otters.api.Json;
import dev.otters.api.session.FileContent;
import dev.otters.api.session.MessageRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that begin to send a large message and stop half-way. */
@Timeout(45)
class StalledMessageTest {
  private static final String ROUTE = "POST /v1/agents/bob/sessions/review/events";
  private static final int SIZE = 3 << 20;

  @TempDir private Path folder;

  static byte[] image() {
    return Arrays.copyOf("GIF89a".getBytes(ISO_8859_1), SIZE);
  }

  static byte[] message(String id) {
    return text(id).getBytes(UTF_8);
  }

  private static String text(String id) {
    return Json.write(
        MessageRequest.user(id, "Look.", List.of(new FileContent("a.gif", image())), null, null));
  }

  static String head(String token, int length) {
    return ROUTE
        + " HTTP/1.1\nHost: localhost\nAuthorization: Bearer "
        + token
        + "\nContent-Length: "
        + length
        + "\n\n";
  }

  private static Http half(ApiKit kit, SocketAddress to) {
    byte[] all = message("slow");
    return Http.send(to, head(kit.token, all.length), Arrays.copyOf(all, all.length / 2));
  }

  private static long left() {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("otters-message-"))
          .count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theMessagesOfOthersArriveMeanwhile() throws IOException {
    List<Http> stalled = new ArrayList<>();
    try (ApiKit kit = new ApiKit(folder)) {
      for (int i = 0; i < 8; i++) {
        stalled.add(half(kit, i % 2 == 0 ? kit.unix() : kit.tcp()));
      }
      try (Http answer = kit.ask(ROUTE, "", text("quick"))) {
        assertThat(answer.status()).isEqualTo(202);
      }
      stalled.forEach(Http::close);
      try (Http answer = kit.ask("GET /v1/agents/bob/sessions/review/events")) {
        assertThat(answer.body()).contains("\"quick\"").doesNotContain("\"slow\"");
      }
    }
    AgentKit.eventually("no file is left", () -> left() == 0);
  }

  @Test
  void aConnectionThatDoesNotSendItsMessageInTimeIsClosed() throws IOException {
    HttpSettings impatient =
        new HttpSettings(
            0,
            Duration.ofMillis(50),
            Duration.ofSeconds(10),
            Duration.ofMillis(300),
            1 << 20,
            ApiKit.LARGEST_UPLOAD);
    try (ApiKit kit = new ApiKit(folder, impatient)) {
      for (SocketAddress address : List.of(kit.unix(), kit.tcp())) {
        try (Http slow = half(kit, address)) {
          slow.awaitEnd();
        }
      }
      try (Http answer = kit.ask(ROUTE, "", text("quick"))) {
        assertThat(answer.status()).isEqualTo(202);
      }
    }
  }
}
