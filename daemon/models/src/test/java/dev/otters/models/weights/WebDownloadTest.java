package dev.otters.models.weights;

import static dev.otters.models.weights.FaultyServer.head;
import static dev.otters.models.weights.ModelKit.web;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.model.ModelSummary;
import dev.otters.home.OwnThread;
import dev.otters.models.weights.FaultyServer.Handler;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class WebDownloadTest {
  private static final Progress QUIET = Progress.NONE;

  @TempDir Path home;
  private ModelKit kit;
  @AutoClose private FaultyServer server;

  @BeforeEach
  void start() throws IOException {
    kit = new ModelKit(home);
    server = new FaultyServer(FaultyServer.good(kit.content));
  }

  private void pull(Models models) throws InterruptedException {
    models.pull("tiny", Optional.empty(), QUIET);
  }

  private void assertInstalled(Models models) throws IOException {
    assertThat(models.find("tiny")).isPresent();
    assertThat(Files.readAllBytes(kit.weights())).isEqualTo(kit.content);
    assertThat(kit.files()).containsExactly("D.gguf", "D.verified");
  }

  /** What is said about a source that does this, when there is no other. */
  private String reason(Handler fault) {
    server.handler(fault);
    try (Models models = kit.open(web(server.address()))) {
      ApiException failure =
          (ApiException) org.assertj.core.api.Assertions.catchThrowable(() -> pull(models));
      assertThat(failure.problem().code()).isEqualTo(ErrorCode.MODEL_DOWNLOAD);
      assertThat(failure.problem().remedy())
          .contains(kit.digest.toString(), "otters model add tiny --file", "--source URL");
      assertThat(Files.exists(kit.weights())).isFalse();
      return String.valueOf(failure.problem().detail());
    }
  }

  @Test
  void weightsComeWithProgressAndAreThereOnlyWhole() throws Exception {
    List<Long> seen = new CopyOnWriteArrayList<>();
    try (Models models = kit.open(web(server.address()))) {
      assertThat(models.find("tiny")).isEmpty();
      ModelSummary status =
          models.pull(
              "tiny",
              Optional.empty(),
              (item, done, total, phase) -> {
                assertThat(total).isEqualTo(kit.content.length);
                seen.add(done);
              });
      assertThat(status.installed()).isTrue();
      assertInstalled(models);
      assertThat(models.installed()).extracting(LocalModel::name).containsExactly("tiny");
    }
    assertThat(seen).isSorted().endsWith((long) kit.content.length);
    assertThat(server.heads).hasSize(1);
    assertThat(server.heads.getFirst().toLowerCase(java.util.Locale.ROOT))
        .doesNotContain("authorization", "cookie", "range");
  }

  @Test
  void aPullOfWhatIsThereAsksNobody() throws Exception {
    try (Models models = kit.open(web(server.address()))) {
      pull(models);
      pull(models);
    }
    assertThat(server.heads).hasSize(1);
  }

  /** Pulls from a source that breaks off once and marks its content with a tag. */
  private void pullWithABreak(String tag) throws Exception {
    server.handler(
        (head, out) -> {
          if (head.from() == 0) {
            head(out, 200, kit.content.length, "ETag: " + tag);
            out.write(kit.content, 0, 100_000);
          } else {
            FaultyServer.good(kit.content).answer(head, out);
          }
        });
    pullFromServer();
  }

  @Test
  void aSourceThatBreaksOffIsAskedForTheRest() throws Exception {
    pullWithABreak("\"v1\"");
    assertThat(server.heads).hasSize(2);
    assertThat(server.heads.getLast()).contains("Range: bytes=100000-", "If-Range: \"v1\"");
  }

  @ParameterizedTest
  @CsvSource({"1, 4", "0, 2"})
  void aSourceThatKeepsBreakingOffIsLeft(int bytes, int requests) {
    int size = kit.content.length;
    Handler breaking =
        (head, out) -> {
          int from = head.from();
          if (from == 0) {
            head(out, 200, size);
            out.write(kit.content, 0, 1000);
          } else {
            String place = from + "-" + (size - 1) + "/" + size;
            head(out, 206, size - from, "Content-Range: bytes " + place);
            out.write(kit.content, from, bytes);
          }
        };
    assertThat(reason(breaking)).contains("it ended after");
    assertThat(server.heads).hasSize(requests);
  }

  @Test
  void aWeakTagIsNotSentBackAsItDoesNotPromiseEqualBytes() throws Exception {
    pullWithABreak("W/\"v1\"");
    assertThat(server.heads.getLast()).contains("Range: bytes=100000-").doesNotContain("If-Range");
  }

  @Test
  void aServerWithoutRangesSendsAllOfItAnew() throws Exception {
    beginWith(Arrays.copyOf(kit.content, 1000));
    server.handler(
        (head, out) -> {
          head(out, 200, kit.content.length);
          out.write(kit.content);
        });
    pullFromServer();
  }

  @Test
  void aBeginningThatIsWrongDoesNotSpoilAGoodSource() throws Exception {
    beginWith(new byte[1000]);
    pullFromServer();
    assertThat(server.heads).hasSize(2);
  }

  @Test
  void aBeginningThatIsTooLongIsCut() throws Exception {
    beginWith(Arrays.copyOf(kit.content, kit.content.length + 500));
    pullFromServer();
    assertThat(server.heads).isEmpty();
  }

  @Test
  void theNextSourceGoesOnWhereTheFirstOneStopped() throws Exception {
    try (FaultyServer other = new FaultyServer(FaultyServer.good(kit.content))) {
      server.handler(
          (head, out) -> {
            if (head.from() == 0) {
              head(out, 200, kit.content.length, "ETag: \"v0\"");
              out.write(kit.content, 0, 70_000);
            } else {
              head(out, 500, 0);
            }
          });
      try (Models models = kit.open(web(server.address()), web(other.address()))) {
        pull(models);
        assertInstalled(models);
      }
      assertThat(other.heads.getFirst())
          .contains("Range: bytes=70000-")
          .as("the tag of the first source")
          .doesNotContain("If-Range");
    }
  }

  @Test
  void anAddressOfTheOperatorIsTriedFirst() throws Exception {
    try (Models models = kit.open(web("http://127.0.0.1:1/x"))) {
      models.pull("tiny", Optional.of(server.address()), QUIET);
      assertInstalled(models);
      assertThatThrownBy(() -> models.pull("tiny", Optional.of("file:///etc/passwd"), QUIET))
          .hasMessageContaining("http or https");
      assertThatThrownBy(() -> models.pull("tiny", Optional.of("https://me:x@h/"), QUIET))
          .hasMessageContaining("password");
    }
  }

  @Test
  void everySourceThatFailsIsNamedWithItsReason() {
    server.handler((head, out) -> head(out, 404, 0));
    try (Models models = kit.open(web(server.address()), web("http://127.0.0.1:1/x"))) {
      assertThatThrownBy(() -> pull(models))
          .isInstanceOfSatisfying(
              ApiException.class,
              e ->
                  assertThat(String.valueOf(e.problem().detail()).lines())
                      .hasSize(3)
                      .anyMatch(l -> l.contains(server.address()) && l.contains("status 404"))
                      .anyMatch(l -> l.contains("127.0.0.1:1/x: cannot connect")));
    }
    assertThat(kit.files()).isEmpty();
  }

  @Test
  void whatAServerDoesWrongIsSaid() {
    byte[] page = "<html>sorry</html>".getBytes(StandardCharsets.UTF_8);
    assertThat(reason((head, out) -> head(out, 500, 0))).contains("status 500");
    assertThat(
            reason(
                (head, out) -> {
                  head(out, 200, page.length, "Content-Type: text/html; charset=utf-8");
                  out.write(page);
                }))
        .contains("a web page instead of the file");
    assertThat(
            reason(
                (head, out) -> {
                  head(out, 200, 5);
                  out.write(page, 0, 5);
                }))
        .contains("its file has 5 bytes, and the model has 300000");
    assertThat(
            reason((head, out) -> out.write("nonsense\r\n\r\n".getBytes(StandardCharsets.UTF_8))))
        .contains("invalid response");
    assertThat(
            reason(
                (head, out) -> {
                  head(out, 200, kit.content.length);
                  out.write(new byte[kit.content.length]);
                }))
        .contains("the digest differs");
    assertThat(
            reason(
                (head, out) -> {
                  head(out, 200, -1);
                  out.write(new byte[kit.content.length + 1]);
                }))
        .contains("it sends more than the 300000 bytes");
    assertThat(kit.files()).doesNotContain("D.gguf");
  }

  @Test
  void aServerThatStallsIsLeft() {
    CountDownLatch never = new CountDownLatch(1);
    assertThat(
            reason(
                (head, out) -> {
                  if (head.from() > 0) {
                    head(out, 404, 0);
                    return;
                  }
                  head(out, 200, kit.content.length);
                  out.write(kit.content, 0, 1000);
                  out.flush();
                  never.await();
                }))
        .contains("status 404");
    assertThat(server.heads.getLast()).contains("Range: bytes=1000-");
    assertThat(reason((head, out) -> never.await())).contains("did not respond within 1 s");
  }

  @Test
  void aRangeThatWasNotAskedForIsRefused() throws Exception {
    beginWith(Arrays.copyOf(kit.content, 1000));
    String reason =
        reason(
            (head, out) -> {
              head(out, 206, 10, "Content-Range: bytes 0-9/300000");
              out.write(new byte[10]);
            });
    assertThat(reason).contains("it sent 'bytes 0-9/300000' instead of the bytes from 1000");
    Handler larger = (head, out) -> head(out, 206, 1, "Content-Range: bytes 1000-1000/300001");
    assertThat(reason(larger)).contains("its file has 300001 bytes");
    assertThat(kit.partial()).hasSize(1000);
  }

  @Test
  void redirectsAreFollowedOnlyToWhereTheyMayLead() throws Exception {
    server.handler(
        (head, out) -> {
          if (head.text().startsWith("GET /tiny.gguf ")) {
            head(out, 302, 0, "Location: /real");
          } else {
            FaultyServer.good(kit.content).answer(head, out);
          }
        });
    pullFromServer();
  }

  @Test
  void aSourceOutsideMayNotLeadInside() throws Exception {
    for (String target :
        List.of(
            "https://127.0.0.1:1/x",
            "https://localhost:1/x",
            "http://example.org/x",
            "https://a:b@c/")) {
      try (FaultyServer outside =
              new FaultyServer(
                  FaultyServer.OUTSIDE, (head, out) -> head(out, 302, 0, "Location: " + target));
          Models models = kit.open(web(outside.address()))) {
        assertThatThrownBy(() -> pull(models))
            .isInstanceOfSatisfying(
                ApiException.class,
                e ->
                    assertThat(e.problem().detail())
                        .contains("is not followed")
                        .doesNotContain("a:b"));
      }
    }
    assertThat(reason((head, out) -> head(out, 302, 0, "Location: file:///etc/passwd")))
        .contains("it is not an http or https URL");
    server.handler((head, out) -> head(out, 302, 0, "Location: /again"));
    try (Models models = kit.open(web(server.address()))) {
      assertThatThrownBy(() -> pull(models))
          .isInstanceOfSatisfying(
              ApiException.class,
              e -> assertThat(e.problem().detail()).contains("redirects more than 5 times"));
    }
  }

  @Test
  void aPullThatIsStoppedGoesOnNextTime() throws Exception {
    CountDownLatch sent = new CountDownLatch(1);
    server.handler(FaultyServer.stalling(kit.content, 5000));
    try (Models models = kit.open(web(server.address()))) {
      OwnThread client =
          OwnThread.start(
              () ->
                  models.pull(
                      "tiny", Optional.empty(), (item, done, total, phase) -> sent.countDown()));
      assertThat(sent.await(30, TimeUnit.SECONDS)).isTrue();
      client.interrupt();
      assertThat(client.failure(ModelKit.LONG)).isInstanceOf(InterruptedException.class);
    }
    assertThat(kit.partial()).isEqualTo(Arrays.copyOf(kit.content, 5000));
    server.handler(FaultyServer.good(kit.content));
    try (Models again = kit.open(web(server.address()))) {
      assertThat(again.list(false)).anyMatch(s -> s.state().equals("1% downloaded"));
      pull(again);
      assertInstalled(again);
    }
    assertThat(server.heads.getLast()).contains("Range: bytes=5000-");
  }

  private void beginWith(byte[] bytes) throws IOException {
    Files.createDirectories(kit.folder.folder());
    Files.write(kit.folder.partial(kit.digest), bytes);
  }

  private void pullFromServer() throws Exception {
    try (Models models = kit.open(web(server.address()))) {
      pull(models);
      assertInstalled(models);
    }
  }
}
