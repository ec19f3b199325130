package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListenersTest {
  @TempDir Path folder;

  private static int status(ApiKit kit) {
    try (Http answer = kit.ask("GET /v1/version")) {
      return answer.status();
    }
  }

  @Test
  void onlyItsOwnerCanUseTheSocket() throws IOException {
    try (ApiKit kit = new ApiKit(folder)) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kit.socket)))
          .isEqualTo("rw-------");
      assertThat(status(kit)).isEqualTo(200);
    }
  }

  @Test
  void theSocketOfADeadDaemonIsReplaced() throws IOException {
    Path socket = folder.resolve("otters.sock");
    try (ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      dead.bind(UnixDomainSocketAddress.of(socket));
    }
    Path draft = Files.createDirectory(folder.resolve(".bind")).resolve("s");
    try (ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      dead.bind(UnixDomainSocketAddress.of(draft));
    }
    assertThat(socket).exists();
    try (ApiKit kit = new ApiKit(folder)) {
      assertThat(status(kit)).isEqualTo(200);
    }
  }

  @Test
  void nothingOfTheListenersStays() throws IOException {
    int port;
    try (ApiKit kit = new ApiKit(folder)) {
      port = kit.servers.port();
      assertThat(port).isPositive();
      kit.servers.close();
      kit.servers.close();
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left.map(file -> file.getFileName().toString()))
          .doesNotContain("otters.sock", ".bind");
    }
    try (ApiKit again =
        new ApiKit(
            Files.createDirectory(folder.resolve("again")),
            new HttpSettings(
                port,
                Duration.ofSeconds(1),
                Duration.ofSeconds(10),
                Duration.ofSeconds(10),
                1024,
                1024))) {
      assertThat(again.servers.port()).isEqualTo(port);
      assertThat(status(again)).isEqualTo(200);
    }
  }

  @Test
  void aPortThatIsTakenIsNamedAndNothingListens() throws IOException {
    Path second = Files.createDirectory(folder.resolve("second"));
    try (ApiKit kit = new ApiKit(folder)) {
      int taken = kit.servers.port();
      HttpServers other =
          new HttpServers(
              second.resolve("otters.sock"),
              HttpSettings.of(taken),
              kit.endpoints,
              kit.tokens,
              kit.audit,
              kit.secrets);
      assertThatThrownBy(other::start)
          .isInstanceOfSatisfying(
              ApiException.class,
              e -> {
                assertThat(e.problem().code()).isEqualTo(ErrorCode.CONFLICT);
                assertThat(e.problem().title()).contains("127.0.0.1:" + taken);
                assertThat(e.problem().remedy()).contains("port");
              });
      assertThat(second.resolve("otters.sock")).doesNotExist();
      assertThat(status(kit)).isEqualTo(200);
    }
  }

  @Test
  void bothListenersServeTheSame() throws IOException {
    try (ApiKit kit = new ApiKit(folder)) {
      String bearer = "Authorization: Bearer " + kit.token + "\n";
      List<String> answers =
          Stream.of(kit.unix(), kit.tcp())
              .map(to -> ApiKit.raw(to, "GET /v1/version", bearer, ""))
              .map(http -> http.head().body())
              .distinct()
              .toList();
      assertThat(answers).singleElement().asString().contains("\"version\":\"1.2.3\"");
    }
  }
}
