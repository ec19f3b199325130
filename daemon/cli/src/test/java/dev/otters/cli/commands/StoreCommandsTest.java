package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.image.FsckFinding;
import dev.otters.api.image.FsckResult;
import dev.otters.api.image.ImageView;
import dev.otters.api.image.LayerView;
import dev.otters.api.image.PruneResult;
import dev.otters.api.image.Transfer;
import dev.otters.api.image.TransferList;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import dev.otters.cli.testing.FakeDaemon;
import dev.otters.cli.testing.Given;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StoreCommandsTest extends CommandTest {
  @Test
  void anImageGetsOneMoreName() {
    daemon.on("POST /v1/images/tag", (request, reply) -> reply.json(204, ""));
    assertThat(bench.run("tag", "guide", "r.io/guide:1").out()).isEqualTo("tagged r.io/guide:1\n");
    assertThat(bench.run("bin", "tag", "sh", "r.io/sh:1", "-o", "json").out())
        .isEqualTo("{\n  \"ref\": \"r.io/sh:1\"\n}\n");
    assertThat(daemon.requests().getFirst().line())
        .isEqualTo("POST /v1/images/tag?source=guide&target=r.io/guide:1");
  }

  @Test
  void savedImagesAreAFileThatIsThereInFullOrNotAtAll() throws IOException {
    daemon.answer("GET /v1/images/save", "the tar");
    Bench.Run run = bench.run("save", "-o", "guide.tar", "guide", "sh:1");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).contains("saved " + bench.folder().resolve("guide.tar") + " (9B)");
    assertThat(Files.readString(bench.folder().resolve("guide.tar"))).isEqualTo("\"the tar\"");
    assertThat(daemon.requests().getFirst().line())
        .isEqualTo("GET /v1/images/save?name=guide&name=sh:1");

    Bench.Run json = bench.run("save", "-o", "guide.tar", "guide", "--output", "json");
    assertThat(json.out())
        .contains("\"file\": \"" + bench.folder().resolve("guide.tar") + "\"", "\"size\": 9");
    assertThat(bench.run("save", "guide", "--output", "json").err())
        .contains("Name a file with -o");

    daemon.refuse(
        "GET /v1/images/save", Problem.of(ErrorCode.IMAGE_NOT_FOUND, "no image x", "Build it."));
    assertThat(bench.run("save", "-o", "x.tar", "x").exit()).isEqualTo(3);
    assertThat(bench.folder().toFile().list()).containsExactly("guide.tar");
    assertThat(bench.run("save", "-o", "nowhere/x.tar", "x").exit()).isEqualTo(2);
  }

  @Test
  void aSaveDoesNotTakeThePlaceOfADevice() throws IOException {
    daemon.answer("GET /v1/images/save", "the tar");
    Path special = bench.folder().resolve("special");
    try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      socket.bind(UnixDomainSocketAddress.of(special));
      Bench.Run run = bench.run("save", "-o", "special", "guide");
      assertThat(run.exit()).isEqualTo(2);
      assertThat(run.err()).contains(special + " is a device or a pipe", "Leave out -o");
      assertThat(Files.isRegularFile(special)).isFalse();
    }
    assertThat(daemon.requests()).isEmpty();
  }

  @Test
  void aSaveThatBreaksOffLeavesNothing() {
    daemon.on(
        "GET /v1/images/save",
        (request, reply) -> {
          reply.stream();
          reply.chunk("half of it");
        });
    Bench.Run run = bench.run("save", "-o", "x.tar", "x");
    assertThat(run.exit()).isEqualTo(6);
    assertThat(bench.folder()).isEmptyDirectory();
  }

  @Test
  void anInterruptedSaveKeepsTheOldFileAndLeavesACleanScreen() throws IOException {
    Path file = Files.writeString(bench.folder().resolve("x.tar"), "old");
    daemon.on(
        "GET /v1/images/save",
        (request, reply) -> {
          reply.stream();
          reply.chunk("half of it");
          bench.interrupt();
          reply.chunk("and the rest");
          reply.end();
        });
    Bench.Run run = bench.terminal(80).run("save", "-o", "x.tar", "x");
    assertThat(run.exit()).isNotZero();
    assertThat(file).hasContent("old");
    assertThat(bench.folder().toFile().list()).containsExactly("x.tar");
    assertThat(run.err()).contains("\r^C\n").doesNotContain("^C\nsave");
  }

  @Test
  void aSaveRemovesWhatKilledOnesLeftLongAgo() throws IOException {
    daemon.answer("GET /v1/images/save", "the tar");
    Path old = Files.createFile(bench.folder().resolve(".otters-save-1.part"));
    Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofMinutes(11))));
    Path young = Files.createFile(bench.folder().resolve(".otters-save-2.part"));
    Files.setLastModifiedTime(young, FileTime.from(Instant.now().minus(Duration.ofMinutes(8))));
    assertThat(bench.run("save", "-o", "x.tar", "x").exit()).isZero();
    assertThat(bench.folder().toFile().list())
        .containsExactlyInAnyOrder("x.tar", ".otters-save-2.part");
  }

  @Test
  void aTarGoesToAPipeButNeverToATerminal() {
    daemon.answer("GET /v1/images/save", "the tar");
    assertThat(bench.run("save", "guide").out()).isEqualTo("\"the tar\"");
    Bench.Run run = bench.terminal(80).run("image", "save", "-o", "-", "guide");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("cannot write a tar to a terminal", "-o");
    assertThat(run.out()).isEmpty();
    assertThat(bench.terminal(80).run("load").err())
        .contains("cannot read a tar from a terminal", "-i");
  }

  @Test
  void aFileOrStandardInputIsLoaded() throws IOException {
    Files.writeString(bench.folder().resolve("a.tar"), "a tar");
    daemon.work(
        "POST /v1/images/load",
        new TransferList(List.of(new Transfer("guide:1", Given.DIGEST, 1234))));
    assertThat(bench.run("load", "-i", "a.tar").out())
        .isEqualTo("loaded guide:1\n  digest  " + Given.DIGEST + "\n  size    1.23kB\n");
    assertThat(bench.input("other tar").run("load", "-q", "-t", "x:1").out())
        .isEqualTo(Given.DIGEST + "\n");
    assertThat(daemon.requests())
        .extracting(request -> request.line() + " " + request.text())
        .containsExactly("POST /v1/images/load a tar", "POST /v1/images/load?name=x:1 other tar");
    assertThat(bench.run("load", "-i", "none").err()).contains("none is not a file");
    Files.createFile(bench.folder().resolve("empty"));
    Bench.Run empty = bench.run("load", "-i", "empty");
    assertThat(empty.exit()).isEqualTo(24);
    assertThat(empty.err())
        .isEqualTo("otters: the file is empty\n  Save images with 'otters image save'.\n");
  }

  @Test
  void aPruneSaysWhatItFreed() {
    daemon.answer("POST /v1/images/prune", new PruneResult(List.of(), 1, 2_500_000, false));
    assertThat(bench.run("image", "prune").out()).isEqualTo("reclaimed 2.50MB (1 blob)\n");
    daemon.answer("POST /v1/images/prune", new PruneResult(List.of("a:1"), 2, 10, true));
    assertThat(bench.run("image", "prune", "-a", "--dry-run").out())
        .isEqualTo("would remove a:1\nwould reclaim 10B (2 blobs)\n");
    assertThat(daemon.requests().getLast().line())
        .isEqualTo("POST /v1/images/prune?all=true&dry-run=true");
  }

  @Test
  void aPersonSeesWhatPruneWouldTakeAndIsAsked() {
    daemon.on(
        "POST /v1/images/prune",
        (request, reply) -> {
          boolean dry = request.line().contains("dry-run");
          reply.json(200, Json.write(new PruneResult(List.of("a:1"), 2, 10, dry)));
        });
    bench.terminal(80);
    Bench.Run refused = bench.input("n\n").run("image", "prune", "-a");
    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.err())
        .isEqualTo("would remove a:1\nRemove them? [y/N] nothing was removed\n");
    assertThat(daemon.requests())
        .extracting(FakeDaemon.Request::line)
        .containsExactly("POST /v1/images/prune?all=true&dry-run=true");

    assertThat(bench.input("y\n").run("image", "prune", "-a").out())
        .isEqualTo("removed a:1\nreclaimed 10B (2 blobs)\n");
    assertThat(bench.input("").run("image", "prune", "-af").out()).startsWith("removed a:1");
    assertThat(daemon.requests().getLast().line()).isEqualTo("POST /v1/images/prune?all=true");
    assertThat(bench.input("").run("image", "prune").err()).isEmpty();
  }

  @Test
  void aDamagedStoreIsATableAndEndsWithOne() {
    daemon.work(
        "POST /v1/system/fsck",
        new FsckResult(
            3,
            99,
            false,
            List.of(
                new FsckFinding(
                    "damaged_blob",
                    Given.DIGEST,
                    "it is not what it was",
                    List.of("a:1"),
                    false,
                    "Pull a:1 again."),
                new FsckFinding("damaged_index", "index.json", "no JSON", List.of(), true, null))));
    Bench.Run run = bench.run("image", "fsck");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out().lines())
        .containsExactly(
            "FINDING         SUBJECT        IMAGES   STATE",
            "damaged blob    3b97b2270000   a:1      damaged",
            "damaged index   index.json     -        repaired",
            "checked 3 blobs (99B): damaged");
    assertThat(run.err()).contains("it is not what it was\n  Pull a:1 again.\n", "no JSON");
    Bench.Run json = bench.run("image", "fsck", "--repair", "-o", "json");
    assertThat(json.exit()).isEqualTo(1);
    assertThat(Json.read(json.out(), FsckResult.class).findings()).hasSize(2);
    assertThat(daemon.requests().getLast().line()).isEqualTo("POST /v1/system/fsck?repair=true");
  }

  @Test
  void aFloodOfDamageIsCounted() {
    List<String> images = IntStream.range(0, 1000).mapToObj(i -> "a:" + i).toList();
    FsckFinding one =
        new FsckFinding("missing_blob", Given.DIGEST, "is missing", images, false, "Pull it.");
    daemon.work("POST /v1/system/fsck", new FsckResult(1, 1, false, Collections.nCopies(500, one)));
    Bench.Run run = bench.run("image", "fsck");
    assertThat(run.out().lines()).hasSize(22).anyMatch(line -> line.contains("a:2 and 997 more"));
    assertThat(run.err()).contains("and 480 more; use --output json to see all");
  }

  @Test
  void aSoundStoreIsOneLine() {
    daemon.work("POST /v1/system/fsck", new FsckResult(3, 99, true, List.of()));
    Bench.Run run = bench.run("image", "fsck");
    assertThat(run.exit()).isZero();
    assertThat(run.out()).isEqualTo("checked 3 blobs (99B): no damage\n");
  }

  @Test
  void aHistoryShowsLayersAndTheBase() {
    ImageView view = view(Map.of(), Map.of("agent", Map.of("from", "parent:1")));
    daemon.answer("GET /v1/images/inspect", view);
    assertThat(bench.run("image", "history", "guide").out().lines())
        .containsExactly(
            "DIGEST         TITLE       TYPE         SIZE",
            "3b97b2270000   Agentfile   agentfile    12B",
            "3b97b2270000   SOUL.md     context.v1   1.50kB",
            "-              parent:1    base         -");
    daemon.answer(
        "GET /v1/images/inspect",
        view(
            Map.of(
                "org.opencontainers.image.base.name",
                "r.io/p:2",
                "org.opencontainers.image.base.digest",
                Given.DIGEST),
            Map.of()));
    assertThat(bench.run("image", "history", "guide").out())
        .endsWith("3b97b2270000   r.io/p:2    base         -\n");
    assertThat(bench.run("image", "history", "guide", "-o", "json").out())
        .contains("\"base\": \"r.io/p:2\"");
  }

  private static ImageView view(Map<String, String> labels, Map<String, Object> config) {
    return new ImageView(
        "guide:latest",
        Given.DIGEST,
        List.of(),
        "agent",
        1,
        null,
        labels,
        List.of(
            new LayerView("application/vnd.openotters.agentfile", Given.DIGEST, 12, "Agentfile"),
            new LayerView("application/vnd.openotters.context.v1", Given.DIGEST, 1500, "SOUL.md")),
        config,
        null);
  }
}
