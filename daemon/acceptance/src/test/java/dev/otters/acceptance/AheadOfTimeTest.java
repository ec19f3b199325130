package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.AccessMode;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Volume;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.DockerClientFactory;

/**
 * The command, the daemon and the runtime take their classes from their ahead-of-time caches. With
 * {@code -XX:AOTMode=on} a Java that cannot use the cache does not start at all; a class that was
 * not rehearsed is read from a jar, and its line in the log says so.
 */
@Tag("docker")
class AheadOfTimeTest {
  /** The build rehearses with an engine that only answers: a real one says a little more. */
  private static final Pattern ENGINE_CLIENT =
      Pattern.compile(
          " (dev\\.otters\\.executor\\.|dev\\.otters\\.server\\.engine\\.|com\\.github\\.dockerjava\\.|com\\.fasterxml\\."
              + "|com\\.google\\.|org\\.apache\\.)");

  private static final String ARGUMENTS = "@/opt/runtime/worker/arguments";

  @Test
  void theCommandAndTheDaemonReadNoJar(@TempDir Path logs) throws IOException {
    Path command = logs.resolve("command");
    Path daemon = logs.resolve("daemon");
    try (Otters otters = Otters.fresh().with("OTTERSD_JAVA_OPTS", options(daemon))) {
      otters.run("ps").ok();
      otters.run("run", agent(otters)).ok();
      otters.with("OTTERS_JAVA_OPTS", options(command)).run("ps").ok();
      assertThat(fromCache(Files.readAllLines(command))).hasSizeGreaterThan(1000);
      assertThat(fromJars(Files.readAllLines(command))).isEmpty();
      assertThat(fromCache(Files.readAllLines(daemon))).hasSizeGreaterThan(3000);
      otters.with("OTTERS_JAVA_OPTS", "");
    }
  }

  @Test
  void theDaemonReadsNoJarBeforeItsFirstAnswer(@TempDir Path logs) throws IOException {
    Path daemon = logs.resolve("daemon");
    try (Otters otters = Otters.fresh().with("OTTERSD_JAVA_OPTS", options(daemon))) {
      otters.run("ps").ok();
      assertThat(fromCache(Files.readAllLines(daemon))).hasSizeGreaterThan(3000);
      assertThat(fromJars(Files.readAllLines(daemon)))
          .hasSizeLessThan(50)
          .allSatisfy(line -> assertThat(line).containsPattern(ENGINE_CLIENT));
    }
  }

  @Test
  void theRuntimeReadsNoJar(@TempDir Path folder) throws Exception {
    try (Otters otters = Otters.fresh();
        ServerSocketChannel daemon = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      otters.run("run", agent(otters)).ok();
      daemon.bind(UnixDomainSocketAddress.of(folder.resolve("d.sock")));
      Files.writeString(folder.resolve("token"), "a token");
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.setPosixFilePermissions(
          folder.resolve("d.sock"), PosixFilePermissions.fromString("rwxrwxrwx"));
      List<String> log =
          classesUntilGreeting(otters.containers().getFirst().getImage(), daemon, folder);
      assertThat(fromCache(log)).hasSizeGreaterThan(1000);
      assertThat(fromJars(log)).isEmpty();
    }
  }

  private static String agent(Otters otters) {
    return otters.agentfile("quick", "FROM scratch\nMODEL scripted/guide\nNAME quick\n").toString();
  }

  private static String options(Path log) {
    return "-XX:AOTMode=on -Xlog:class+load:file=" + log + "::filecount=0";
  }

  private static List<String> fromCache(List<String> log) {
    return log.stream().filter(line -> line.contains("source: shared objects file")).toList();
  }

  private static List<String> fromJars(List<String> log) {
    return log.stream().filter(line -> line.matches(".*source: .*\\.jar\\b.*")).toList();
  }

  /** Runs the runtime of an image until it greets, and gives what it logged. */
  private static List<String> classesUntilGreeting(
      String image, ServerSocketChannel daemon, Path folder) throws Exception {
    DockerClient docker = DockerClientFactory.instance().client();
    String container =
        docker
            .createContainerCmd(image)
            .withEntrypoint(
                "/opt/runtime/bin/runtime", "-XX:AOTMode=on", "-Xlog:class+load", ARGUMENTS)
            .withCmd(List.of())
            .withEnv("OTTERSD_URL=unix:///run/otters/d.sock")
            .withHostConfig(
                HostConfig.newHostConfig()
                    .withNetworkMode("none")
                    .withBinds(
                        new Bind(folder.toString(), new Volume("/run/otters"), AccessMode.ro)))
            .exec()
            .getId();
    try {
      docker.startContainerCmd(container).exec();
      try (SocketChannel connection = daemon.accept()) {
        assertThat(connection.read(ByteBuffer.allocate(1))).isOne();
      }
      StringBuilder log = new StringBuilder();
      docker
          .logContainerCmd(container)
          .withStdOut(true)
          .exec(
              new ResultCallback.Adapter<Frame>() {
                @Override
                public void onNext(Frame frame) {
                  log.append(
                      new String(frame.getPayload(), java.nio.charset.StandardCharsets.UTF_8));
                }
              })
          .awaitCompletion();
      return log.toString().lines().toList();
    } finally {
      docker.removeContainerCmd(container).withForce(true).exec();
    }
  }
}
