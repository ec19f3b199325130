package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.image.FsckResult;
import dev.otters.api.image.Transfer;
import dev.otters.api.image.TransferList;
import dev.otters.credentials.Credentials;
import dev.otters.credentials.HostCredentials;
import dev.otters.oci.OciException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ImageTransferRoutesTest {
  private static final String CANARY = "canary-7c1d";
  private static final String LOGIN =
      HostCredentials.HEADER
          + ": "
          + new HostCredentials("h:1", new Credentials.Password("me", CANARY)).encode()
          + "\n";

  @TempDir Path folder;
  private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
  }

  @AfterEach
  void close() {
    kit.close();
  }

  private <T> T result(String line, String headers, String body, Class<T> type) {
    try (Http answer = kit.ask(line, headers, body)) {
      Http.Event last = answer.events().getLast();
      assertThat(last.name()).as(last.data()).isEqualTo("result");
      return Json.read(last.data(), type);
    }
  }

  @Test
  void aPullSaysWhatIsWantedAndWhoAsks() {
    assertThat(result("POST /v1/images/pull?ref=h:1/a", LOGIN, "", TransferList.class).images())
        .containsExactly(FakeRegistries.MOVED);
    result(
        "POST /v1/images/pull?ref=h:1/a&platform=linux/arm64&all=true", "", "", TransferList.class);
    result(
        "POST /v1/images/pull?ref=h:1/a&all-platforms=true&insecure=true",
        "",
        "",
        TransferList.class);
    assertThat(kit.registries.heard)
        .satisfiesExactly(
            one ->
                assertThat(one)
                    .contains("all=false", "linux/amd64", "HostCredentials[host=h:1", "user=me")
                    .contains("insecure=false")
                    .doesNotContain(CANARY),
            two -> assertThat(two).contains("all=true", "linux/arm64", "credentials=[]"),
            three -> assertThat(three).contains("Optional.empty", "insecure=true"));
  }

  @Test
  void aCopyTakesCredentialsForBothRegistries() {
    String other =
        HostCredentials.HEADER
            + ": "
            + new HostCredentials("g:2", new Credentials.Password("you", CANARY)).encode()
            + "\n";
    result("POST /v1/registry/copy?from=h:1/a&to=g:2/a", LOGIN + other, "", Transfer.class);
    assertThat(kit.registries.heard.getFirst()).contains("copy h:1/a g:2/a", "user=me", "user=you");
  }

  @Test
  void loginsOfSeveralRegistriesMayBeLong() {
    String password = "\"".repeat(8 << 10);
    StringBuilder logins = new StringBuilder();
    for (int i = 0; i < 6; i++) {
      HostCredentials login =
          new HostCredentials("h:" + i, new Credentials.Password("me", password));
      logins.append(HostCredentials.HEADER).append(": ").append(login.encode()).append("\n");
    }
    result("POST /v1/images/push?ref=h:1/a", logins.toString(), "", Transfer.class);
    assertThat(kit.registries.heard.getFirst()).contains("h:0", "h:5");
  }

  @Test
  void credentialsThatAreNoneAreRefusedWithoutBeingShown() {
    for (String line : List.of("POST /v1/images/push?ref=h:1/a", "POST /v1/registry/login")) {
      try (Http answer = kit.ask(line, HostCredentials.HEADER + ": " + CANARY + "\n", "")) {
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains(HostCredentials.HEADER).doesNotContain(CANARY);
      }
    }
    assertThat(kit.registries.heard).isEmpty();
  }

  @Test
  void credentialsAreInNoAnswer() {
    kit.registries.work =
        progress -> {
          throw new IllegalStateException("nobody foresaw this");
        };
    String sent = LOGIN.substring(LOGIN.indexOf(' ') + 1).strip();
    try (Http answer = kit.ask("POST /v1/images/push?ref=h:1/a", LOGIN, "")) {
      assertThat(answer.events().getLast().data())
          .contains("internal")
          .doesNotContain(CANARY, sent);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST /v1/images/pull?ref=h:1/a",
        "POST /v1/images/push?ref=h:1/a",
        "POST /v1/registry/copy?from=h:1/a&to=g:2/a",
        "GET /v1/registry/tags?repository=h:1/a",
        "GET /v1/registry/inspect?ref=h:1/a",
        "POST /v1/registry/login"
      })
  void aClientThatLeavesEndsWhatItBegan(String line) throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    kit.registries.work =
        progress -> {
          begun.countDown();
          try {
            never.await();
          } catch (InterruptedException e) {
            ended.countDown();
            throw new OciException(OciException.Reason.STORE, "interrupted", "Again.");
          }
        };
    try (Http answer = kit.ask(line, LOGIN, "")) {
      assertThat(answer.status()).isEqualTo(200);
      begun.await();
    }
    assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void whatARegistryLacksIsNotWhatTheStoreLacks() {
    for (String line :
        List.of(
            "GET /v1/registry/inspect?ref=localhost:5000/x",
            "GET /v1/registry/tags?repository=localhost:5000/x")) {
      try (Http answer = kit.ask(line)) {
        assertThat(answer.events().getLast().data()).contains("registry_not_found");
      }
    }
  }

  @Test
  void aFileOfImagesIsSentAsItIsWritten() {
    try (Http answer = kit.ask("GET /v1/images/save?name=a:1&name=b:2")) {
      assertThat(answer.header("content-type")).isEqualTo("application/x-tar");
      assertThat(answer.body()).isEqualTo("the tar");
    }
    assertThat(kit.store.heard).containsExactly("save [a:1, b:2]");
  }

  @Test
  void whatFailsBeforeTheFirstByteIsAProblem() {
    kit.store.saved =
        out -> {
          throw FakeStore.absent();
        };
    try (Http answer = kit.ask("GET /v1/images/save?name=x")) {
      assertThat(answer.status()).isEqualTo(404);
      Problem problem = ApiKit.problem(answer);
      assertThat(problem.code()).isEqualTo(ErrorCode.IMAGE_NOT_FOUND);
      assertThat(problem.remedy()).isEqualTo("Build it.");
    }
  }

  @Test
  void whatFailsLaterBreaksTheConnectionSoThatNobodyTakesAPartForTheWhole() {
    kit.store.saved =
        out -> {
          out.write("x".repeat(100_000).getBytes(StandardCharsets.UTF_8));
          out.flush();
          throw FakeStore.absent();
        };
    try (Http answer = kit.ask("GET /v1/images/save?name=x")) {
      assertThat(answer.status()).isEqualTo(200);
      assertThatThrownBy(answer::body).isInstanceOf(UncheckedIOException.class);
    }
  }

  @Test
  void theStoreIsToldWhatToDo() {
    result("POST /v1/images/load?name=a:1", "", "a tar", TransferList.class);
    result("POST /v1/system/fsck?repair=true", "", "", FsckResult.class);
    try (Http tag = kit.ask("POST /v1/images/tag?source=a&target=b");
        Http prune = kit.ask("POST /v1/images/prune?all=true&dry-run=true")) {
      assertThat(tag.status()).isEqualTo(204);
      assertThat(prune.body())
          .isEqualTo("{\"images\":[\"a:1\"],\"blobs\":2,\"bytes\":30,\"dryRun\":true}");
    }
    assertThat(kit.store.heard)
        .containsExactly("load Optional[a:1] a tar", "fsck true", "tag a b", "prune true true");
  }
}
