package dev.otters.sessions;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.api.session.FileContent;
import dev.otters.api.trace.TraceBlock;
import dev.otters.home.text.Sha256;
import dev.otters.models.chat.ChatMessage;
import dev.otters.protocol.Activation;
import dev.otters.sessions.conversation.NewMessage;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionException.Code;
import dev.otters.sessions.log.SessionId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageFilesTest extends SessionBench {
  private static final String GIF = "GIF89a";

  private static FileContent file(String name, String content) {
    return new FileContent(name, content.getBytes(ISO_8859_1));
  }

  private static FileContent image(int size) {
    byte[] bytes = Arrays.copyOf(GIF.getBytes(ISO_8859_1), size);
    return new FileContent("image.gif", bytes);
  }

  private long say(String id, String text, FileContent... files) {
    return kit.service()
        .append(
            kit.agent,
            kit.session,
            new NewMessage(id, text, List.of(files), Optional.empty(), Optional.empty()),
            tx -> {});
  }

  private String body() {
    return kit.events().getLast().body();
  }

  private ChatMessage.User seen(Activation turn) {
    return (ChatMessage.User) kit.conversation(turn).messages().getLast();
  }

  private static void assertRefused(String message, ThrowingCallable call) {
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(call)
        .withMessage(message)
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.FILE));
  }

  @ParameterizedTest
  @CsvSource({
    "'\u0089PNG\r\n\u001a\n\u0000', image/png",
    "'\u00ff\u00d8\u00ff\u00e0', image/jpeg",
    "GIF87a, image/gif",
    "GIF89a, image/gif",
    "'RIFF\u0001\u0002\u0003\u0000WEBPVP8 ', image/webp",
    "'%PDF-1.7\n\u0000', application/pdf",
    "'plain\ttext\r\n', text/plain",
    "'%PNG', text/plain",
    "RIFFabcdWAVE, text/plain",
    "abcdefghWEBP, text/plain",
  })
  void theTypeIsFoundInTheBytesAndNotInTheName(String content, String type) {
    say("m", "Look.", file("picture.exe", content));
    assertThat(body()).contains("\"type\":\"" + type + "\"").contains("picture.exe");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0000",
        "a\u0001b",
        "a\u001b[31m",
        "\u007f",
        "\u00e9",
        "RIFF\u0000\u0000",
        "RIFF\u0001\u0002\u0003\u0000WAVEfmt "
      })
  void otherBytesAreRefused(String content) {
    assertRefused(
        "the file a.png is neither an image, nor a PDF, nor plain text",
        () -> say("m", "Look.", file("a.png", content)));
    assertThat(kit.service().find(kit.agent, kit.session)).isEmpty();
  }

  @Test
  void limitsAreNamed() {
    assertRefused("the file a is empty", () -> say("m", "Look.", file("a", "")));
    assertRefused(
        "a message has at most 20 files",
        () ->
            say("m", "Look.", Collections.nCopies(21, file("a", "x")).toArray(FileContent[]::new)));
    int most = FileContent.MOST_BYTES;
    assertRefused(
        "the files of a message have at most 20 MiB together",
        () -> say("m", "Look.", image(most), file("a", "x")));
    assertRefused(
        "the text files of a message have at most 1 MiB together",
        () -> say("m", "Look.", file("a", "x".repeat(1 << 20)), file("b", "x")));
    assertThat(say("m", "Look.", image(most))).isEqualTo(1);
  }

  @Test
  void aNameIsOneShortLineWithoutCharactersThatCommandATerminal() {
    say("m", "Look.", file("a\n\u009b\u202e" + "x".repeat(300), "text"), file("", "text"));
    assertThat(body())
        .contains("\"name\":\"a___" + "x".repeat(116) + "\"")
        .contains("\"name\":\"file\"");
  }

  @Test
  void aMessageWithFilesIsStoredOnceAndSurvivesARestart() throws IOException {
    FileContent image = image(3_000_000);
    long first = say("m", "Look.", image, image);
    kit.restart(Set.of());
    assertThat(say("m", "Look.", image, image)).isEqualTo(first);
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(() -> say("m", "Look.", image(3_000_001), image))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.CONFLICT));
    assertThat(stored()).isEqualTo(3_000_000);

    String sha256 = Sha256.of(image.data());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    kit.service().file(kit.agent, kit.session, sha256).write(sha256, bytes);
    assertThat(bytes.toByteArray()).isEqualTo(image.data());
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(() -> kit.service().file(kit.agent, kit.session, "0".repeat(64)))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.NOT_FOUND));
  }

  private long stored() {
    return kit.database.read(rows -> rows.number("SELECT sum(length(body)) AS n FROM files"));
  }

  @Test
  void filesAreDeletedWithTheirSessionOrAgent() {
    SessionId other = new SessionId("other");
    say("m", "Look.", image(100));
    long unused =
        kit.service()
            .append(
                kit.agent,
                other,
                new NewMessage(
                    "m", "Look.", List.of(image(100)), Optional.empty(), Optional.empty()),
                tx -> {});
    assertThat(stored()).isEqualTo(200);
    kit.sessions.removal().remove(kit.agent, kit.session, true);
    assertThat(stored()).isEqualTo(100);
    kit.database.update(tx -> kit.sessions.removal().removeAll(tx, kit.agent));
    assertThat(stored()).isZero();
  }

  @Test
  void aMessageThatIsRefusedLeavesNoFile() {
    UUID agent = kit.agent;
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(
            () ->
                kit.service()
                    .append(
                        agent,
                        kit.session,
                        new NewMessage(
                            "m", "Look.", List.of(image(10)), Optional.empty(), Optional.empty()),
                        tx -> {
                          throw new IllegalStateException("stopped");
                        }));
    assertThat(stored()).isZero();
  }

  @Test
  void theModelGetsTextsInFencesAndImagesByTheirHash() {
    say("m", "Look.", file("b.txt", "b```\n"), image(2000), new FileContent("c", utf8("é")));
    ChatMessage.User user = seen(kit.lease());
    assertThat(user.text())
        .isEqualTo(
            """
            Look.

            [file b.txt, text/plain, 5 bytes]
            ````
            b```
            ````

            [file c, text/plain, 2 bytes]
            ```
            é
            ```

            [file image.gif, image/gif, 2 kB]\
            """);
    assertThat(user.files())
        .singleElement()
        .satisfies(file -> assertThat(file.size()).isEqualTo(2000));
  }

  @Test
  void textsThatFitAreWhole() {
    String text = "line\n".repeat(1000);
    say("m", "Look. ".repeat(100), file("b.txt", text));
    assertThat(seen(kit.lease()).text()).contains("Look. ".repeat(100), text);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(UTF_8);
  }

  @Test
  void aRequestHasTheNewestFilesUpToALimitAndSaysWhichItLeavesOut() {
    int half = FileContent.MOST_BYTES / 2;
    for (int message = 1; message <= 3; message++) {
      say("m" + message, "Look " + message, image(half));
    }
    List<ChatMessage> messages = kit.conversation(kit.lease()).messages();
    assertThat(messages.getFirst())
        .isEqualTo(
            new ChatMessage.User(
                "Look 1\n\n"
                    + "[file image.gif, image/gif, 10.5 MB: left out by Otters, the conversation"
                    + " has no room for it]"));
    assertThat(messages.subList(1, 3))
        .allSatisfy(user -> assertThat(((ChatMessage.User) user).files()).hasSize(1));
  }

  @Test
  void imagesCountInTheWindowOfASmallModel() {
    kit.turns().measure(model -> OptionalInt.of(20_000));
    for (int turn = 1; turn <= 6; turn++) {
      say("m" + turn, "Look " + turn, image(100));
      kit.answer(kit.lease(), "It is a picture.");
    }
    say("m7", "Look 7", image(100));
    List<ChatMessage> messages = kit.conversation(kit.lease()).messages();
    List<ChatMessage.User> users = new ArrayList<>();
    messages.forEach(
        message -> {
          if (message instanceof ChatMessage.User user) {
            users.add(user);
          }
        });
    assertThat(users).hasSizeBetween(1, 3);
    assertThat(users.getLast().files()).hasSize(1);
  }

  @Test
  void aFileThatDoesNotFitIntoTheContextIsLeftOutOrShortened() {
    kit.turns().measure(model -> OptionalInt.of(4_000));
    say("m", "Look.", image(100), file("long.txt", "line\n".repeat(10_000)));
    ChatMessage.User user = seen(kit.lease());
    assertThat(user.files()).isEmpty();
    assertThat(user.text())
        .hasSizeLessThan(12_000)
        .contains("[file image.gif, image/gif, 100 bytes: left out by Otters")
        .contains("[file long.txt, text/plain, 50 kB]")
        .contains("characters left out by Otters");
  }

  @Test
  void thePreviewCountsFilesThatWaitAndThoseOfTheConversation() {
    say("m", "Look.", image(100));
    assertThat(blocks("waiting messages")).isEqualTo(15_005);
    kit.answer(kit.lease(), "Yes.");
    assertThat(blocks("files")).isEqualTo(15_000);
  }

  private long blocks(String name) {
    return kit.sessions.preview().next(kit.agent, kit.session).blocks().stream()
        .filter(block -> block.name().equals(name))
        .mapToLong(TraceBlock::bytes)
        .sum();
  }

  @Test
  void aMessageWithoutFilesIsStoredAsBefore() {
    say("m", "Look.");
    assertThat(body()).isEqualTo("{\"text\":\"Look.\"}");
    assertThat(seen(kit.lease())).isEqualTo(new ChatMessage.User("Look."));
    assertThat(
            kit.database.<Long>read(rows -> rows.number("SELECT max(attached) AS n FROM events")))
        .isZero();
  }
}
