package dev.otters.models.weights;

import static dev.otters.models.weights.ModelKit.web;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.model.ModelSummary;
import dev.otters.home.OwnThread;
import dev.otters.models.gateway.ModelException;
import dev.otters.oci.Progress;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ModelsTest {
  @TempDir Path home;
  private ModelKit kit;
  private FaultyServer server;
  private Models models;

  @BeforeEach
  void start() throws IOException {
    kit = new ModelKit(home);
    server = new FaultyServer(FaultyServer.good(kit.content));
    models = kit.open(web(server.address()));
  }

  @AfterEach
  void stop() throws IOException {
    models.close();
    server.close();
  }

  private void pull() throws InterruptedException {
    models.pull("tiny", Optional.empty(), Progress.NONE);
  }

  /** Lets the server answer only once {@code go} is open; {@code asked} opens with a question. */
  private void serveWhen(CountDownLatch asked, CountDownLatch go) {
    server.handler(
        (head, out) -> {
          asked.countDown();
          go.await();
          FaultyServer.good(kit.content).answer(head, out);
        });
  }

  private String state(boolean verify) {
    return models.list(verify).stream()
        .filter(model -> model.name().equals("tiny"))
        .map(ModelSummary::state)
        .findFirst()
        .orElseThrow();
  }

  private void add(String name, byte[] file) {
    models.add(
        new ModelImport.Request(name, file.length, Optional.empty(), Optional.empty()),
        new ByteArrayInputStream(file),
        Progress.NONE);
  }

  private static void fails(
      ErrorCode code, org.assertj.core.api.ThrowableAssert.ThrowingCallable work) {
    assertThatThrownBy(work)
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.problem().code()).isEqualTo(code));
  }

  @Test
  void theModelsOfTheReleaseCanBeHad() {
    assertThat(models.catalogue())
        .extracting(CatalogueEntry::name)
        .containsExactly("smollm2-135m", "qwen2.5-coder-1.5b", "tiny");
    assertThat(models.catalogue().get(1))
        .satisfies(
            qwen -> {
              assertThat(qwen.choosesTools()).isTrue();
              Source.Packages packages = (Source.Packages) qwen.sources().getLast();
              assertThat(packages.pieces()).hasSize(22);
              assertThat(packages.pieces().stream().mapToLong(Source.Piece::bytes).sum())
                  .isEqualTo(qwen.bytes());
            });
    assertThat(models.catalogue())
        .allSatisfy(entry -> assertThat(entry.sources().getFirst()).isInstanceOf(Source.Web.class));
  }

  @Test
  void manyWhoPullTheSameShareOneDownload() throws Exception {
    CountDownLatch all = new CountDownLatch(8);
    server.handler(
        (head, out) -> {
          all.await();
          FaultyServer.good(kit.content).answer(head, out);
        });
    List<FutureTask<ModelSummary>> pulls = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      FutureTask<ModelSummary> pull =
          new FutureTask<>(
              () -> {
                all.countDown();
                return models.pull("tiny", Optional.empty(), Progress.NONE);
              });
      pulls.add(pull);
      Thread.ofVirtual().start(pull);
    }
    for (FutureTask<ModelSummary> pull : pulls) {
      assertThat(pull.get().installed()).isTrue();
    }
    assertThat(server.heads).hasSize(1);
  }

  @Test
  void oneWhoLeavesDoesNotStopTheOthers() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    serveWhen(asked, go);
    OwnThread leaves = OwnThread.start(() -> models.pull("tiny", Optional.empty(), Progress.NONE));
    asked.await();
    CountDownLatch joined = new CountDownLatch(1);
    FutureTask<ModelSummary> stays =
        new FutureTask<>(
            () ->
                models.pull(
                    "tiny", Optional.empty(), (item, done, total, phase) -> joined.countDown()));
    Thread second = Thread.ofVirtual().start(stays);
    while (second.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    leaves.interrupt();
    assertThat(leaves.failure(ModelKit.LONG)).isInstanceOf(InterruptedException.class);
    go.countDown();
    assertThat(stays.get().installed()).isTrue();
    joined.await();
  }

  @Test
  void anotherDaemonWithTheSameFolderWaitsAndFindsTheWeights() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch waits = new CountDownLatch(1);
    serveWhen(asked, waits);
    FutureTask<ModelSummary> first =
        new FutureTask<>(() -> models.pull("tiny", Optional.empty(), Progress.NONE));
    Thread.ofVirtual().start(first);
    asked.await();
    try (Models other = kit.open(web(server.address()))) {
      ModelSummary status =
          other.pull(
              "tiny",
              Optional.empty(),
              (item, done, total, phase) -> {
                if (phase.equals("wait")) {
                  waits.countDown();
                }
              });
      assertThat(status.installed()).isTrue();
    }
    assertThat(first.get().installed()).isTrue();
    assertThat(server.heads).hasSize(1);
  }

  @Test
  void weightsThatWereCutAreDamagedAtOnceAndAPullRepairsThem() throws Exception {
    pull();
    Files.write(kit.weights(), Arrays.copyOf(kit.content, 10));
    assertThat(state(false)).isEqualTo("damaged; repair with 'otters model pull tiny'");
    assertThat(models.installed()).isEmpty();
    assertDamaged();
    pull();
    assertThat(models.find("tiny")).isPresent();
    assertThat(Files.readAllBytes(kit.weights())).isEqualTo(kit.content);
  }

  @Test
  void weightsWithAnotherByteAreFoundBeforeTheyAreUsed() throws Exception {
    pull();
    FileTime then = Files.getLastModifiedTime(kit.weights());
    byte[] bytes = kit.content.clone();
    bytes[100_000] ^= 1;
    Files.write(kit.weights(), bytes);
    Files.setLastModifiedTime(kit.weights(), FileTime.fromMillis(then.toMillis() + 5000));
    assertThat(state(false)).isEqualTo("installed");
    assertDamaged();
    assertThat(state(false)).startsWith("damaged");
    pull();
    assertThat(models.find("tiny")).isPresent();

    Files.write(kit.weights(), bytes);
    Files.setLastModifiedTime(kit.weights(), FileTime.fromMillis(1_000_000));
    assertThat(state(true)).startsWith("damaged");
  }

  private void assertDamaged() {
    assertThatThrownBy(() -> models.find("tiny"))
        .isInstanceOfSatisfying(
            ModelException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(ModelException.Reason.NOT_INSTALLED);
              assertThat(e.remedy()).isEqualTo("Repair them with 'otters model pull tiny'.");
              assertThat(e).hasMessageContaining(kit.weights().toString());
            });
  }

  @Test
  void weightsThatSomebodyPutThereAreReadOnceAndThenBelieved() throws Exception {
    Files.createDirectories(kit.folder.folder());
    Files.write(kit.weights(), kit.content);
    assertThat(models.find("tiny")).isPresent();
    assertThat(kit.files()).containsExactly("D.gguf", "D.verified");
    pull();
    assertThat(server.heads).isEmpty();
  }

  @Test
  void whatIsUsedIsRemovedOnlyByForce() throws Exception {
    pull();
    fails(ErrorCode.CONFLICT, () -> models.remove("tiny", List.of("bob"), false));
    assertThat(kit.weights()).exists();
    models.remove("tiny", List.of("bob"), true);
    assertThat(kit.files()).isEmpty();
    assertThat(state(false)).isEqualTo("available");
    fails(ErrorCode.NOT_FOUND, () -> models.remove("nosuch", List.of(), false));
  }

  @Test
  void whatIsNotHereCannotBeRemoved() throws Exception {
    fails(ErrorCode.NOT_FOUND, () -> models.remove("tiny", List.of(), false));
    fails(ErrorCode.NOT_FOUND, () -> models.remove("tiny", List.of(), true));
    kit.folder.create();
    Files.write(kit.folder.partial(kit.digest), new byte[10]);
    models.remove("tiny", List.of(), false);
    assertThat(kit.files()).isEmpty();
    Files.write(Files.createDirectory(kit.folder.packages(kit.digest)).resolve("x"), new byte[10]);
    models.remove("tiny", List.of(), false);
    assertThat(kit.folder.packages(kit.digest)).doesNotExist();
  }

  @Test
  void aRemovalStopsTheDownloadAndTakesWhatCame() throws Exception {
    CountDownLatch some = new CountDownLatch(1);
    server.handler(FaultyServer.stalling(kit.content, 5000));
    OwnThread pulling =
        OwnThread.start(
            () ->
                models.pull(
                    "tiny", Optional.empty(), (item, done, total, phase) -> some.countDown()));
    some.await();
    fails(ErrorCode.CONFLICT, () -> models.remove("tiny", List.of(), false));
    models.remove("tiny", List.of(), true);
    assertThat(pulling.failure(ModelKit.LONG)).isInstanceOf(InterruptedException.class);
    assertThat(kit.files()).isEmpty();
  }

  @Test
  void aModelIsTakenInFromAFileWithWhatTheFileSays() throws Exception {
    add("mine", kit.content);
    LocalModel model = models.find("mine").orElseThrow();
    assertThat(model.contextSize()).isEqualTo(2048);
    assertThat(Files.readAllBytes(model.file())).isEqualTo(kit.content);
    assertThat(models.catalogue())
        .filteredOn(entry -> entry.name().equals("mine"))
        .first()
        .satisfies(entry -> assertThat(entry.licence()).isEqualTo("mit"));
    fails(ErrorCode.CONFLICT, () -> models.remove("tiny", List.of(), false));
    models.remove("mine", List.of(), false);
    assertThat(models.find("mine")).isEmpty();
    assertThat(models.find("tiny")).as("has the same weights").isPresent();
    models.remove("tiny", List.of(), false);
    assertThat(models.find("tiny")).isEmpty();
  }

  @Test
  void aFileGivenForANameOfTheCatalogueMustBeThatFile() {
    fails(ErrorCode.CONFLICT, () -> add("tiny", TestGguf.file(5000)));
    assertThat(kit.files()).isEmpty();
    add("tiny", kit.content);
    assertThat(models.find("tiny")).isPresent();
    assertThat(kit.files()).containsExactly("D.gguf", "D.verified");
  }

  @Test
  void whatIsNoModelIsRefusedAndNothingIsLeft() {
    fails(ErrorCode.MODEL_INVALID, () -> add("mine", new byte[100]));
    fails(ErrorCode.MODEL_INVALID, () -> add("mine", new byte[0]));
    fails(ErrorCode.MODEL_INVALID, () -> add("mine", Arrays.copyOf(kit.content, 60)));
    fails(ErrorCode.MODEL_INVALID, () -> add("mine", TestGguf.head()));
    fails(ErrorCode.INVALID_REQUEST, () -> add("../x", kit.content));
    fails(ErrorCode.INVALID_REQUEST, () -> add("Mine", kit.content));
    assertThat(kit.files()).isEmpty();
    add("mine", kit.content);
    fails(ErrorCode.NAME_TAKEN, () -> add("mine", TestGguf.file(5000)));
  }

  @Test
  void moreThanTheDiskHasIsRefusedBeforeAnythingIsWritten() {
    fails(
        ErrorCode.DISK_FULL,
        () ->
            models.add(
                new ModelImport.Request("mine", 1L << 60, Optional.empty(), Optional.empty()),
                new ByteArrayInputStream(kit.content),
                Progress.NONE));
    assertThat(kit.files()).isEmpty();
  }
}
