package dev.otters.agents.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.otters.api.Json;
import dev.otters.api.session.FileContent;
import dev.otters.api.session.MessageRequest;
import dev.otters.home.SmallHeap;
import dev.otters.home.store.Database;
import dev.otters.home.time.ManualTime;
import dev.otters.models.gateway.ModelGateway;
import dev.otters.models.gateway.Providers;
import dev.otters.models.provider.VendorSocket;
import dev.otters.models.provider.langchain4j.ChatProviders;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Outcome;
import dev.otters.sessions.FakeDirectory;
import dev.otters.sessions.Sessions;
import dev.otters.sessions.conversation.NewMessage;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.running.Step;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The largest image on its way through a daemon with a small heap. */
class LargeImageTest {
  private static final int TURNS = 3;

  @TempDir Path folder;

  @Test
  void theLargestImageNeedsLessThanFourTimesItsSize() throws Exception {
    byte[] image = Arrays.copyOf("GIF89a".getBytes(US_ASCII), FileContent.MOST_BYTES);
    try (OutputStream out = Files.newOutputStream(folder.resolve("message.json"))) {
      Json.writeTo(
          out,
          MessageRequest.user("m", "Look.", List.of(new FileContent("a.gif", image)), null, null));
    }

    String received = SmallHeap.run(76, Daemon.class, folder.toString());

    long base64 = Math.ceilDiv(image.length, 3) * 4L;
    assertThat(Long.parseLong(received)).isBetween(TURNS * base64, TURNS * (base64 + 5_000));
  }

  /** Takes a message, answers turns about it, and prints how many bytes the vendor received. */
  static final class Daemon {
    private static final SessionId SESSION = new SessionId("s");

    private Daemon() {}

    public static void main(String[] arguments) throws Exception {
      Path folder = Path.of(arguments[0]);
      AtomicLong received = new AtomicLong();
      HttpServer vendor =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
      vendor.createContext("/", exchange -> answer(exchange, received));
      vendor.start();
      FakeDirectory directory = new FakeDirectory();
      directory.model = "acme/model";
      try (Database database = Database.open(folder.resolve("daemon.db"));
          Sessions sessions = new Sessions(database, directory, new ManualTime(), new Random(1))) {
        sessions.boot(Set.of());
        talk(folder, sessions, gateway(vendor));
      } finally {
        vendor.stop(0);
      }
      System.out.print(received);
    }

    private static ModelGateway gateway(HttpServer vendor) {
      URI base = URI.create("http://127.0.0.1:" + vendor.getAddress().getPort() + "/v1");
      return new ModelGateway(
          Providers.of(ChatProviders.open(VendorSocket.config("acme", "openai", base))));
    }

    private static void talk(Path folder, Sessions sessions, ModelGateway gateway)
        throws IOException, InterruptedException {
      UUID agent = UUID.randomUUID();
      TurnEngine engine = new TurnEngine(sessions.steps(), gateway);
      assertThat(sessions.turns().connect(agent, "runtime", List.of())).isEmpty();
      say(folder, sessions, agent);
      for (int turn = 1; turn <= TURNS; turn++) {
        Activation activation = sessions.turns().lease(agent, "runtime");
        assertThat(engine.next(new Step(agent, activation.id(), activation.fence(), 1)))
            .isEqualTo(new Answer.Over(Outcome.Kind.ANSWERED));
        long unused =
            sessions.service().appendUserMessage(agent, SESSION, "m" + turn, "And?", tx -> {});
      }
    }

    private static void say(Path folder, Sessions sessions, UUID agent) throws IOException {
      try (InputStream in = Files.newInputStream(folder.resolve("message.json"))) {
        MessageRequest message = Json.read(in, 1 << 20, MessageRequest.class);
        long unused =
            sessions
                .service()
                .append(
                    agent,
                    SESSION,
                    new NewMessage(
                        message.id(),
                        message.text(),
                        message.files(),
                        Optional.empty(),
                        Optional.empty()),
                    tx -> {});
      }
    }

    private static void answer(HttpExchange exchange, AtomicLong received) throws IOException {
      try (exchange) {
        received.addAndGet(exchange.getRequestBody().transferTo(OutputStream.nullOutputStream()));
        byte[] answer = RecordedRequestTest.OPENAI.getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
      }
    }
  }
}
