package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.otters.agents.image.MemoryRegistry;
import dev.otters.agents.image.TestImages;
import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.image.FsckFinding;
import dev.otters.api.image.FsckResult;
import dev.otters.api.image.PruneResult;
import dev.otters.api.image.RemoteImageView;
import dev.otters.api.image.TagList;
import dev.otters.api.image.Transfer;
import dev.otters.api.image.TransferList;
import dev.otters.credentials.Credentials;
import dev.otters.credentials.HostCredentials;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.Platform;
import dev.otters.oci.manifest.ImageIndex;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ImageTransferRoutesTest {
  private static final String CANARY = "canary-7c1d";
  private static final List<Platform> PLATFORMS =
      List.of(Platform.parse("linux/amd64"), Platform.parse("linux/arm64"));
  private static final Credentials.Password LOGIN = new Credentials.Password("me", CANARY);

  @TempDir Path folder;
  @AutoClose private ApiKit kit;
  private String here;

  @BeforeEach
  void aRegistryThatWantsALogin() throws IOException {
    kit = new ApiKit(folder);
    kit.registry.wants(LOGIN.basic());
    here = kit.registry.host();
    kit.daemon.images().tool("sh", here + "/sh:1");
    kit.daemon
        .images()
        .agent(
            here + "/guide:1",
            "FROM scratch\nNAME guide\nMODEL a/b\nBIN sh " + here + "/sh:1 \"A.\"\n");
  }

  private static String login(String host, String password) {
    HostCredentials login = new HostCredentials(host, new Credentials.Password("me", password));
    return HostCredentials.HEADER + ": " + login.encode() + "\n";
  }

  private String me() {
    return login(here, CANARY);
  }

  private <T> T result(String line, String headers, Class<T> type) {
    try (Http answer = kit.ask(line, headers, "")) {
      Http.Event last = answer.events().getLast();
      assertThat(last.name()).as(last.data()).isEqualTo("result");
      return Json.read(last.data(), type);
    }
  }

  private Problem error(String line, String headers) {
    try (Http answer = kit.ask(line, headers, "")) {
      Http.Event last = answer.events().getLast();
      assertThat(last.name()).as(last.data()).isEqualTo("error");
      return Json.read(last.data(), Problem.class);
    }
  }

  private void pushAll() {
    result("POST /v1/images/push?ref=" + here + "/sh:1", me(), Transfer.class);
    result("POST /v1/images/push?all=true&ref=" + here + "/guide:1", me(), Transfer.class);
  }

  @Test
  void credentialsAreForTheirRegistryAndForOneRequest() {
    String push = "POST /v1/images/push?ref=" + here + "/sh:1";
    String tags = "GET /v1/registry/tags?repository=" + here + "/sh";
    assertThat(error(push, login("registry.example.com", CANARY)).code())
        .isEqualTo(ErrorCode.REGISTRY_DENIED);
    result(push, me(), Transfer.class);
    assertThat(result(tags, me(), TagList.class).tags()).containsExactly("1");
    assertThat(error(tags, "").code()).isEqualTo(ErrorCode.REGISTRY_DENIED);
    String inspect = "GET /v1/registry/inspect?ref=" + here + "/sh:1";
    assertThat(error(inspect, "").code()).isEqualTo(ErrorCode.REGISTRY_DENIED);
    assertThat(result(inspect, me(), RemoteImageView.class).artifactType()).isNotNull();
  }

  @Test
  void aPullOfAllNamesTheWantedImageFirst() {
    pushAll();
    String pull = "POST /v1/images/pull?ref=" + here + "/guide:1";
    assertThat(result(pull, me(), TransferList.class).images())
        .extracting(Transfer::ref)
        .containsExactly(here + "/guide:1");
    assertThat(result(pull + "&all=true", me(), TransferList.class).images())
        .extracting(Transfer::ref)
        .containsExactly(here + "/guide:1", TestImages.RUNTIME.toString(), here + "/sh:1");
  }

  @Test
  void aPullIsForOnePlatformOrAll() {
    ImageReference two = ImageReference.parse(here + "/two:1");
    Digest root = kit.daemon.images().tool("two", two.toString(), PLATFORMS).digest();
    List<Digest> parts =
        kit.daemon.store.closure(kit.daemon.store.require(two)).stream()
            .map(Descriptor::digest)
            .toList();
    ImageIndex index = (ImageIndex) kit.daemon.store.manifest(root);
    result("POST /v1/images/push?ref=" + two, me(), Transfer.class);
    kit.daemon.store.remove(two, Set.of());

    String pull = "POST /v1/images/pull?ref=" + two;
    assertThat(error(pull + "&platform=linux/s390x", me()).title()).contains("linux/s390x");
    result(pull, me(), TransferList.class);
    assertThat(index.manifests())
        .filteredOn(image -> kit.daemon.store.contains(image.digest()))
        .hasSize(1);
    result(pull + "&all-platforms=true", me(), TransferList.class);
    assertThat(index.manifests()).hasSize(2);
    assertThat(parts).allMatch(kit.daemon.store::contains);
  }

  @Test
  void plainHttpIsUsedOnlyOnRequest() {
    String tags = "GET /v1/registry/tags?repository=far.example/sh";
    assertThat(error(tags, "")).isNotNull();
    assertThat(kit.registry.requests()).doesNotContain("GET /v2/sh/tags/list");
    assertThat(error(tags + "&insecure=true", "")).isNotNull();
    assertThat(kit.registry.requests()).contains("GET /v2/sh/tags/list");
  }

  @Test
  void aCopyTakesCredentialsForBothRegistries() {
    pushAll();
    try (MemoryRegistry other = new MemoryRegistry()) {
      other.wants(new Credentials.Password("me", "other").basic());
      String copy = "POST /v1/registry/copy?from=" + here + "/sh:1&to=" + other.host() + "/sh:1";
      assertThat(error(copy, me()).code()).isEqualTo(ErrorCode.REGISTRY_DENIED);
      assertThat(result(copy, me() + login(other.host(), "other"), Transfer.class).ref())
          .isEqualTo(other.host() + "/sh:1");
    }
  }

  @Test
  void loginsOfSeveralRegistriesMayBeLong() {
    StringBuilder logins = new StringBuilder(me());
    for (int i = 0; i < 6; i++) {
      logins.append(login("h:" + i, "\"".repeat(8 << 10)));
    }
    result("POST /v1/images/push?ref=" + here + "/sh:1", logins.toString(), Transfer.class);
  }

  @Test
  void aLoginIsAskedOfTheRegistryAndARefusalSaysWhatToDo() {
    Object accepted = result("POST /v1/registry/login", me(), Map.class);
    assertThat(accepted).isEqualTo(Map.of("host", here));
    Problem refused = error("POST /v1/registry/login", login(here, "canary-2"));
    assertThat(refused.code()).isEqualTo(ErrorCode.REGISTRY_DENIED);
    assertThat(refused.title())
        .contains(here + " rejects this user and password")
        .doesNotContain("canary");
    assertThat(refused.remedy()).contains("otters login " + here);
  }

  @Test
  void credentialsThatAreNoneAreRefusedWithoutBeingShown() {
    for (String line : List.of("POST /v1/images/push?ref=h:1/a", "POST /v1/registry/login")) {
      try (Http answer = kit.ask(line, HostCredentials.HEADER + ": " + CANARY + "\n", "")) {
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains(HostCredentials.HEADER).doesNotContain(CANARY);
      }
    }
    assertThat(kit.registry.requests()).isEmpty();
  }

  @Test
  void credentialsAreInNoAnswer() {
    String wrong = login(here, "canary-2");
    String sent = wrong.substring(wrong.indexOf(' ') + 1).strip();
    try (Http answer = kit.ask("POST /v1/images/push?ref=" + here + "/sh:1", wrong, "")) {
      assertThat(answer.events().getLast().data())
          .contains("registry_denied")
          .doesNotContain("canary-2", sent);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST /v1/images/pull?ref=HOST/a",
        "POST /v1/images/push?ref=HOST/a",
        "POST /v1/registry/copy?from=HOST/a&to=HOST/b",
        "GET /v1/registry/tags?repository=HOST/a",
        "GET /v1/registry/inspect?ref=HOST/a",
        "POST /v1/registry/login"
      })
  void aClientThatLeavesEndsWhatItBegan(String line) throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String host = "127.0.0.1:" + silent.getLocalPort();
      kit.daemon.images().tool("sh", host + "/a");
      Socket asked;
      try (Http answer = kit.ask(line.replace("HOST", host), login(host, CANARY), "")) {
        assertThat(answer.status()).isEqualTo(200);
        asked = silent.accept();
      }
      asked.setSoTimeout(10_000);
      assertThat(asked.getInputStream().readAllBytes()).isNotEmpty();
      asked.close();
    }
  }

  @Test
  void whatARegistryLacksIsNotWhatTheStoreLacks() {
    assertThat(error("GET /v1/registry/inspect?ref=" + here + "/x", me()).code())
        .isEqualTo(ErrorCode.REGISTRY_NOT_FOUND);
  }

  @Test
  void imagesAreSavedAndLoadedUnderAnotherName() {
    String tar;
    try (Http answer = kit.ask("GET /v1/images/save?name=guide:1")) {
      assertThat(answer.header("content-type")).isEqualTo("application/x-tar");
      tar = answer.body();
    }
    try (Http answer = kit.ask("POST /v1/images/load?name=again:1", "", tar)) {
      String result = answer.events().getLast().data();
      assertThat(Json.read(result, TransferList.class).images())
          .extracting(Transfer::ref)
          .containsExactly("again:1");
    }
  }

  @Test
  void whatFailsBeforeTheFirstByteIsAProblem() {
    try (Http answer = kit.ask("GET /v1/images/save?name=x")) {
      assertThat(answer.status()).isEqualTo(404);
      Problem problem = ApiKit.problem(answer);
      assertThat(problem.code()).isEqualTo(ErrorCode.IMAGE_NOT_FOUND);
      assertThat(problem.remedy()).isNotEmpty();
    }
  }

  @Test
  void aFileIsSentAsItIsWritten() {
    kit.file = out -> out.write("the file".getBytes(StandardCharsets.UTF_8));
    try (Http answer = kit.ask("GET /test/file")) {
      assertThat(answer.body()).isEqualTo("the file");
    }
  }

  @Test
  void whatFailsLaterBreaksTheConnectionSoThatNobodyTakesAPartForTheWhole() {
    kit.file =
        out -> {
          out.write("x".repeat(100_000).getBytes(StandardCharsets.UTF_8));
          out.flush();
          throw new OciException(OciException.Reason.NOT_FOUND, "no image x", "Build it.");
        };
    try (Http answer = kit.ask("GET /test/file")) {
      assertThat(answer.status()).isEqualTo(200);
      assertThatThrownBy(answer::body).isInstanceOf(UncheckedIOException.class);
    }
  }

  @Test
  void damageIsReportedAndRepairedOnRequest() throws IOException {
    String fsck = "POST /v1/system/fsck";
    try (MemoryRegistry open = new MemoryRegistry()) {
      String name = open.host() + "/jq:1";
      Digest blob = kit.daemon.images().tool("jq", name).digest();
      result("POST /v1/images/push?ref=" + name, "", Transfer.class);
      result("POST /v1/images/pull?ref=" + name, "", TransferList.class);
      Path file = kit.daemon.store.path(blob);
      byte[] content = Files.readAllBytes(file);
      Files.delete(file);
      Files.writeString(file, "damaged");

      FsckResult found = result(fsck, "", FsckResult.class);
      assertThat(found.sound()).isFalse();
      assertThat(found.findings())
          .extracting(FsckFinding::subject, FsckFinding::repaired)
          .containsExactly(tuple(blob.toString(), false));
      assertThat(file).doesNotExist();
      FsckResult repaired = result(fsck + "?repair=true", "", FsckResult.class);
      assertThat(repaired.sound()).isTrue();
      assertThat(repaired.findings())
          .extracting(FsckFinding::subject, FsckFinding::repaired)
          .containsExactly(tuple(blob.toString(), true));
      assertThat(file).hasBinaryContent(content);
    }
  }

  @Test
  void theStoreIsCheckedTaggedAndPruned() {
    assertThat(result("POST /v1/system/fsck", "", FsckResult.class).findings()).isEmpty();
    try (Http tag = kit.ask("POST /v1/images/tag?source=guide:1&target=b")) {
      assertThat(tag.status()).isEqualTo(204);
    }
    assertThat(pruned("?all=true&dry-run=true").images())
        .contains(here + "/guide:1")
        .doesNotContain("b:latest");
    assertThat(pruned("").images()).isEmpty();
    assertThat(pruned("?all=true").images()).contains(here + "/guide:1");
    assertThat(pruned("?all=true").images()).isEmpty();
  }

  private PruneResult pruned(String query) {
    try (Http answer = kit.ask("POST /v1/images/prune" + query)) {
      return Json.read(answer.body(), PruneResult.class);
    }
  }
}
