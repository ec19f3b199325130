package dev.otters.agents.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.api.session.EventType;
import dev.otters.api.session.FileContent;
import dev.otters.api.trace.TraceCall;
import dev.otters.api.trace.TracePrompt;
import dev.otters.models.gateway.ModelGateway;
import dev.otters.models.gateway.Provider;
import dev.otters.models.gateway.Providers;
import dev.otters.models.gateway.RequestBody;
import dev.otters.models.provider.VendorSocket;
import dev.otters.models.provider.langchain4j.ChatProviders;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Outcome;
import dev.otters.sessions.conversation.NewMessage;
import dev.otters.sessions.log.FileRows;
import dev.otters.sessions.log.SessionEvent;
import dev.otters.sessions.log.SessionException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Files of messages on their way to vendors, and their traces. */
class SentFilesTest {
  private static final byte[] IMAGE = random("\u0089PNG\r\n\u001a\n", 300_000);
  private static final byte[] PDF = random("%PDF-1.7\n", 5_000);

  @TempDir Path folder;
  private VendorSocket vendor;
  private WireKit kit;
  private RuntimeClient runtime;

  private static byte[] random(String head, int size) {
    byte[] bytes = new byte[size];
    new Random(1).nextBytes(bytes);
    byte[] first = head.getBytes(ISO_8859_1);
    System.arraycopy(first, 0, bytes, 0, first.length);
    return bytes;
  }

  @BeforeEach
  void open() throws IOException {
    vendor = new VendorSocket();
    kit =
        new WireKit(folder, List.of(provider("anthropic"), provider("openai"), provider("google")));
    kit.directory.model = "openai/some-model";
    runtime = kit.runtime();
  }

  private Provider provider(String kind) {
    return ChatProviders.open(VendorSocket.config(kind, kind, vendor.address("/v1")));
  }

  @AfterEach
  void close() throws IOException {
    kit.close();
    vendor.close();
  }

  private void say(String id, String text, FileContent... files) {
    long unused =
        kit.sessions
            .service()
            .append(
                kit.agent,
                kit.session,
                new NewMessage(id, text, List.of(files), Optional.empty(), Optional.empty()),
                tx -> {});
  }

  /** Answers the next turn, and returns what the vendor received. */
  private String received(String kind) throws InterruptedException {
    kit.directory.model = kind + "/some-model";
    String answer =
        switch (kind) {
          case "anthropic" -> RecordedRequestTest.ANTHROPIC;
          case "openai" -> RecordedRequestTest.OPENAI;
          default -> RecordedRequestTest.GOOGLE;
        };
    vendor.plays(VendorSocket.events(answer));
    Activation turn = WireKit.lease(runtime);
    assertThat(runtime.call(WireKit.complete(turn, 1)))
        .isEqualTo(new Answer.Over(Outcome.Kind.ANSWERED));
    return vendor.request().body();
  }

  private static JsonNode content(String request) {
    JsonNode messages = JsonMapper.shared().readTree(request).path("messages");
    return messages.path(messages.size() - 1).path("content");
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private TracePrompt trace(int turn) {
    String name = Integer.toString(turn);
    var reader = kit.sessions.traceReader();
    TraceCall call = reader.turn(kit.agent, kit.session, name).calls().getFirst();
    return reader.prompt(kit.agent, kit.session, name, call.id());
  }

  private String expanded(TracePrompt trace) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new RequestBody(
            trace.request().getBytes(UTF_8),
            (sha256, out) -> FileRows.write(kit.database, 1, sha256, out))
        .writeTo(bytes);
    return bytes.toString(UTF_8);
  }

  @Test
  void anthropicGetsImagesAndPdfsAsBlocksAndTextsAsText() throws Exception {
    say(
        "m",
        "Look.",
        new FileContent("a.bin", IMAGE),
        new FileContent("notes.md", "one\n```\ntwo".getBytes(UTF_8)),
        new FileContent("b.pdf", PDF));

    JsonNode content = content(received("anthropic"));

    assertThat(content.path(0).path("text").asString())
        .isEqualTo(
            "Look.\n\n[file notes.md, text/plain, 11 bytes]\n````\none\n```\ntwo\n````\n\n"
                + "[file a.bin, image/png, 300 kB]\n\n[file b.pdf, application/pdf, 5 kB]");
    assertThat(content.path(1).path("type").asString()).isEqualTo("image");
    JsonNode image = content.path(1).path("source");
    assertThat(image.path("media_type").asString()).isEqualTo("image/png");
    assertThat(image.path("data").asString()).isEqualTo(base64(IMAGE));
    assertThat(content.path(2).path("type").asString()).isEqualTo("document");
    JsonNode document = content.path(2).path("source");
    assertThat(document.path("media_type").asString()).isEqualTo("application/pdf");
    assertThat(document.path("data").asString()).isEqualTo(base64(PDF));
    assertThat(content.path(2).path("cache_control").path("type").asString())
        .isEqualTo("ephemeral");
  }

  @Test
  void openAiGetsImagesAsUrlsAndPdfsAsFiles() throws Exception {
    say("m", "Look.", new FileContent("a.bin", IMAGE), new FileContent("b.pdf", PDF));

    JsonNode content = content(received("openai"));

    assertThat(content.path(1).path("image_url").path("url").asString())
        .isEqualTo("data:image/png;base64," + base64(IMAGE));
    assertThat(content.path(2).path("type").asString()).isEqualTo("file");
    assertThat(content.path(2).path("file").path("file_data").asString())
        .isEqualTo("data:application/pdf;base64," + base64(PDF));
  }

  @Test
  void googleGetsImagesAndPdfsAsInlineData() throws Exception {
    say("m", "Look.", new FileContent("a.bin", IMAGE), new FileContent("b.pdf", PDF));

    JsonNode contents = JsonMapper.shared().readTree(received("google")).path("contents");

    JsonNode parts = contents.path(0).path("parts");
    assertThat(parts.path(1).path("inlineData").path("mimeType").asString()).isEqualTo("image/png");
    assertThat(parts.path(1).path("inlineData").path("data").asString()).isEqualTo(base64(IMAGE));
    assertThat(parts.path(2).path("inlineData").path("data").asString()).isEqualTo(base64(PDF));
  }

  @Test
  void tracesGiveBackTheBytesAndDoNotStoreTheFileAgain() throws Exception {
    for (String kind : List.of("anthropic", "openai", "google")) {
      String message = kind.equals("openai") ? "And \u0001this\u0001?" : "Look.";
      int turn = turns() + 1;
      say("m" + turn, message, new FileContent("a.png", IMAGE));
      String sent = received(kind);
      TracePrompt trace = trace(turn);

      assertThat(expanded(trace)).isEqualTo(sent);
      assertThat(trace.intact()).isTrue();
      assertThat(trace.call().bytes()).isEqualTo(sent.length());
      assertThat(trace.request()).hasSizeLessThan(10_000);
    }

    assertThat(bytes("files")).isEqualTo(IMAGE.length);
    assertThat(bytes("trace_chunks")).isLessThan(20_000);
    kit.sessions.removal().remove(kit.agent, kit.session, false);
    assertThat(bytes("files")).isZero();
  }

  private int turns() {
    return kit.sessions.service().find(kit.agent, kit.session).isEmpty()
        ? 0
        : kit.sessions.traceReader().turns(kit.agent, kit.session, 9).turns().size();
  }

  private long bytes(String table) {
    return kit.database.read(rows -> rows.number("SELECT sum(length(body)) AS n FROM " + table));
  }

  @Test
  void aReplaySendsTheFilesAgain() throws Exception {
    say("m", "Look.", new FileContent("a.png", IMAGE));
    String asked = received("openai");
    vendor.plays(VendorSocket.events(RecordedRequestTest.OPENAI));
    ModelGateway gateway = new ModelGateway(Providers.of(provider("openai")));

    assertThat(
            kit.sessions
                .replays(gateway)
                .ask(kit.agent, kit.session, "1", Optional.empty(), "openai/some-model")
                .replayed()
                .text())
        .isEqualTo("Hi.");

    assertThat(vendor.request().body()).isEqualTo(asked);
  }

  @Test
  void aDamagedFileIsADamagedTrace() throws Exception {
    say("m", "Look.", new FileContent("a.png", IMAGE));
    String unused = received("openai");

    kit.database.update(tx -> tx.execute("UPDATE files SET body = unhex('00')"));
    assertThat(trace(1).intact()).isFalse();
    kit.database.update(tx -> tx.execute("DELETE FROM files"));
    assertThat(trace(1).intact()).isFalse();
  }

  @Test
  void aModelThatTakesNoImagesGetsNoMessageWithAnImage() throws Exception {
    FileContent image = new FileContent("a.png", IMAGE);
    kit.directory.model = "test/model";
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(() -> say("m", "Look.", image))
        .withMessage("the model test/model takes no images and no PDF files");
    assertThat(kit.sessions.service().find(kit.agent, kit.session)).isEmpty();

    kit.directory.model = "openai/some-model";
    say("m1", "Look.", image);
    kit.directory.model = "test/model";
    Activation turn = WireKit.lease(runtime);
    assertThat(runtime.call(WireKit.complete(turn, 1)))
        .isEqualTo(new Answer.Over(Outcome.Kind.FAILED));
    assertThat(errors()).singleElement().asString().contains("test/model takes no images");
    assertThat(kit.model.requests).isEmpty();
  }

  @Test
  void everyModelTakesTexts() throws Exception {
    kit.directory.model = "test/model";
    say("m", "Look.", new FileContent("a.txt", "content of a".getBytes(UTF_8)));
    kit.answer(runtime, WireKit.lease(runtime), 1, "done");
    assertThat(kit.model.requests.getFirst().messages().getLast().toString())
        .contains("content of a");
  }

  private List<String> errors() {
    return kit.sessions.service().events(kit.agent, kit.session, 0, 100).stream()
        .filter(event -> event.type() == EventType.ERROR)
        .map(SessionEvent::body)
        .toList();
  }
}
