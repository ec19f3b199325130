package dev.otters.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.system.Credentials;
import dev.otters.oci.Descriptor;
import dev.otters.oci.HostileTar;
import dev.otters.oci.ImageReference;
import dev.otters.oci.Progress;
import dev.otters.oci.archive.Archive;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every known attack on the daemon's memory, against one daemon with a heap of 256 MiB. It survives
 * each, and another agent still gets its answers.
 */
@Tag("docker")
@Timeout(300)
class SmallHeapTest {
  private static final int INVALID = ErrorCode.IMAGE_INVALID.exitCode();
  private static final String FILLER = "x".repeat(1000);

  @AutoClose private static Otters otters;
  @AutoClose private static TestRegistry registry;
  private static long daemon;

  @BeforeAll
  static void aDaemonWithASmallHeapAndTwoAgents() throws IOException {
    registry = TestRegistry.start();
    otters = Otters.fresh();
    Otters.write(otters.home().resolve("ottersd.yaml"), "heap: 256m\n");
    otters.script(
        "shell",
        """
        rules:
          - when: {user: "run (.*)"}
            call: {tool: sh, args: ["-c", "${1}"]}
          - when: {result: {tool: sh, matches: "(?s).*?([0-9]+ attempts|printed).*"}}
            say: "${1}"
          - when: {result: {tool: sh, matches: "(?s)(.{0,500}).*"}}
            say: "${1}"
          - when: {user: "hello"}
            say: "hi"
        """);
    Path probe = otters.files().resolve("probe");
    Path classes = Files.createDirectories(probe.resolve("dev/otters/acceptance"));
    try (var in = Objects.requireNonNull(Flooder.class.getResourceAsStream("Flooder.class"))) {
      Files.copy(in, classes.resolve("Flooder.class"));
    }
    otters
        .run(
            "run",
            otters.agentWithShell("attacker", "scripted/shell").toString(),
            "-v",
            probe + ":/workspace/probe:Probe:ro")
        .ok();
    otters.run("run", otters.agentWithShell("quiet", "scripted/shell").toString()).ok();
    daemon = otters.daemon().pid();
    assertThat(commandLine()).contains("-Xmx256m");
  }

  private static String commandLine() throws IOException {
    return Files.readString(Path.of("/proc/" + daemon + "/cmdline")).replace('\0', ' ');
  }

  @AfterEach
  void theDaemonLivesAndTheOtherAgentAnswers() {
    assertThat(otters.run("prompt", "quiet", "hello").ok()).contains("hi");
    assertThat(otters.daemon().pid()).as("the same daemon").isEqualTo(daemon);
  }

  private static Credentials credentials() throws IOException {
    return Json.read(
        Files.readString(otters.home().resolve("credentials.json")), Credentials.class);
  }

  private static SocketChannel send(SocketAddress to, String text) throws IOException {
    SocketChannel channel = SocketChannel.open(to);
    ByteBuffer bytes = ByteBuffer.wrap(text.replace("\n", "\r\n").getBytes(UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    return channel;
  }

  private static void close(List<SocketChannel> channels) throws IOException {
    for (SocketChannel channel : channels) {
      channel.close();
    }
  }

  @Test
  void theDaemonsMemoryGoesIntoNoFileAndNoProcessAttachesToIt() throws IOException {
    assertThat(Files.readString(Path.of("/proc/" + daemon + "/limits")))
        .containsPattern("Max core file size +0 +0 ");
    assertThat(commandLine())
        .contains("-XX:+DisableAttachMechanism", "-XX:-UsePerfData", "-XX:-CreateCoredumpOnCrash");
  }

  @Test
  void aWrongHeapIsNamedBeforeJavaStarts() throws IOException {
    try (Otters other = Otters.fresh()) {
      Otters.write(other.home().resolve("ottersd.yaml"), "heap: 12\n");
      assertThat(other.startDaemon().await().failed(1))
          .isEqualTo(
              "ottersd: %s/ottersd.yaml: heap is '12'. Write a size of at least 64m, such as 512m or 2g.\n"
                  .formatted(other.home()));
    }
  }

  @Test
  void connectionsToTheAgentsSocketThatAreClosedAtOnceCostNothing() {
    String answer =
        otters
            .run(
                "prompt",
                "attacker",
                "run /opt/runtime/bin/java -cp /workspace/probe dev.otters.acceptance.Flooder")
            .ok();
    assertThat(answer).containsPattern("[0-9]{3,} attempts");
  }

  @Test
  void aSessionOfControlCharactersGoesOnAndEndsNothing() {
    int restarts = otters.inspect("attacker").get("restarts").asInt();
    for (int turn = 0; turn < 30; turn++) {
      otters
          .run(
              "prompt",
              "--session",
              "long",
              "attacker",
              "run head -c 65000 /dev/zero | tr '\\000' '\\001'; echo printed")
          .ok();
    }
    assertThat(otters.inspect("attacker").get("restarts").asInt()).isEqualTo(restarts);
    assertThat(otters.run("prompt", "attacker", "hello").ok()).contains("hi");
  }

  @ParameterizedTest
  @EnumSource(HostileTar.class)
  void aHostileTarIsRefusedHoweverItComes(HostileTar attack)
      throws IOException, InterruptedException {
    String name = attack.name().toLowerCase(Locale.ROOT);
    Path layer = otters.files().resolve(name + ".tar.gz");
    attack.compressTo(layer);
    assertThat(otters.run("image", "load", "-i", layer.toString()).failed(INVALID))
        .contains(reason(attack));

    Path layout = otters.files().resolve(name);
    Path image = otters.files().resolve(name + ".oci.tar");
    save(OciStore.open(layout), name, layer, image);
    registry.push(layout, "example.com/" + name + ":1", name, "1");
    assertThat(otters.run("bin", "pull", registry.address() + "/" + name + ":1").failed(INVALID))
        .contains(reasonAsTool(attack));

    otters.run("image", "load", "-i", image.toString()).ok();
    Path context =
        otters.agentfile(
            "victim",
            """
            FROM scratch
            NAME victim
            MODEL scripted/shell
            BIN tool example.com/%s:1 "A tool."
            """
                .formatted(name));
    assertThat(otters.run("run", "--pull", "never", context.toString()).failed(INVALID))
        .contains(reasonAsTool(attack));
  }

  private static String reason(HostileTar attack) {
    return switch (attack) {
      case HUGE_TARGETS -> "an entry's header is too large";
      case LONG_TARGETS, LONG_NAMES -> "the names and link targets in it are too long in total";
      case MULTIPLIED_TARGETS -> "it has more than 20000 entries";
      case GLOBAL_ATTRIBUTES -> "has an entry with too many attributes";
      case GLOBAL_HOLES -> "contains a sparse file, which is not supported";
    };
  }

  /** A tool's layer may have many entries, but this one has no tool. */
  private static String reasonAsTool(HostileTar attack) {
    return attack == HostileTar.MULTIPLIED_TARGETS
        ? "is not a BIN image: it has no file \"/tool\""
        : reason(attack);
  }

  private static void save(OciStore store, String repository, Path layer, Path image)
      throws IOException {
    ImageReference name = ImageReference.parse("example.com/" + repository + ":1");
    try (Ingest ingest = store.ingest()) {
      Descriptor root = HostileTar.image(ingest, Map.of("io.openotters.bin.name", "tool"), layer);
      ingest.tag(name, root, Origin.PULLED);
      ingest.commit();
    }
    try (OutputStream out = Files.newOutputStream(image)) {
      new Archive(store).save(List.of(name), out, Progress.NONE);
    }
  }

  @Test
  void clientsThatDoNotReadCostNothing() throws IOException {
    Credentials credentials = credentials();
    Path socket = Path.of(URI.create(credentials.endpoint()).getPath());
    List<SocketChannel> idle = new ArrayList<>();
    try {
      for (int i = 0; i < 50; i++) {
        for (String stream : List.of("logs", "sessions/flood/events")) {
          idle.add(
              send(
                  UnixDomainSocketAddress.of(socket),
                  "GET /v1/agents/attacker/%s?follow=true HTTP/1.1\nHost: localhost\nAuthorization: Bearer %s\n\n"
                      .formatted(stream, credentials.token())));
        }
      }
      for (int turn = 0; turn < 10; turn++) {
        otters
            .run(
                "prompt", "--session", "flood", "attacker", "run yes | head -c 65000; echo printed")
            .ok();
      }
    } finally {
      close(idle);
    }
  }

  @Test
  void halfSentRequestsKeepNobodyOut() throws IOException {
    Credentials credentials = credentials();
    URI tcp = URI.create(Objects.requireNonNull(credentials.tcp()));
    SocketAddress port = new InetSocketAddress(tcp.getHost(), tcp.getPort());
    String half = "GET /v1/version HTTP/1.1\n" + ("X-Filler: " + FILLER + "\n").repeat(50);
    List<SocketChannel> flood = new ArrayList<>();
    try {
      for (int i = 0; i < 1024; i++) {
        flood.add(send(port, half));
      }
      try (SocketChannel real =
          send(
              port,
              "GET /v1/version HTTP/1.1\nHost: localhost\nAuthorization: Bearer %s\n\n"
                  .formatted(credentials.token()))) {
        ByteBuffer answer = ByteBuffer.allocate(12);
        while (answer.hasRemaining() && real.read(answer) >= 0) {
          // The status line is enough.
        }
        assertThat(new String(answer.array(), UTF_8)).isEqualTo("HTTP/1.1 200");
      }
    } finally {
      close(flood);
    }
  }

  @Test
  void anEndlessAnswerOfAVendorIsCutOff() throws IOException {
    HttpServer vendor =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      vendor.setExecutor(threads);
      vendor.createContext(
          "/v1/chat/completions",
          exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            byte[] piece =
                ("data:"
                     + " {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\","
                     + "\"choices\":[{\"index\":0,\"delta\":{\"content\":\""
                        + "x".repeat(60_000)
                        + "\"},\"finish_reason\":null}]}\n\n")
                    .getBytes(UTF_8);
            try (OutputStream out = exchange.getResponseBody()) {
              while (true) {
                out.write(piece);
              }
            }
          });
      vendor.start();
      otters
          .run(
              "provider",
              "add",
              "endless",
              "--kind",
              "openai",
              "--api-base",
              "http://127.0.0.1:" + vendor.getAddress().getPort() + "/v1")
          .ok();
      otters.run("run", otters.agentWithShell("listener", "endless/m").toString()).ok();
      Run run = otters.run("prompt", "listener", "hello");
      assertThat(run.code()).as("%s", run).isNotZero();
      assertThat(run.err()).contains("exceeds 8 MiB");
    } finally {
      vendor.stop(0);
    }
  }
}
