package dev.otters.oci.registry;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Assumptions;

/** Debian's docker-registry in a container of the engine that DOCKER_HOST names. */
final class ContainerRegistry implements RunningRegistry {
  private static final long PATIENCE_NANOS = 30_000_000_000L;
  private static final Pattern LIBRARY = Pattern.compile("(/\\S+) \\(0x");
  private static final String CONTAINER =
      """
      {"Image": "%s", "Cmd": ["/loader", "--library-path", "/lib", "/docker-registry", "serve", "/config.yml"],
       "ExposedPorts": {"5000/tcp": {}},
       "HostConfig": {"PortBindings": {"5000/tcp": [{"HostIp": "127.0.0.1", "HostPort": ""}]}}}
      """;

  private final String image;
  private final String container;
  private final String host;

  private ContainerRegistry(String image, String container, String host) {
    this.image = image;
    this.container = container;
    this.host = host;
  }

  /** Starts one; the files of {@code folder} are where they are here. */
  static ContainerRegistry start(Path folder, String auth, String tls) throws IOException {
    String config =
        """
        version: 0.1
        log: {level: error, accesslog: {disabled: true}}
        storage: {filesystem: {rootdirectory: /data}}
        http:
          addr: ":5000"
          %s
        %s
        """
            .formatted(tls, auth);
    String image =
        part(ask("POST", "/images/create?fromSrc=-", tar(folder, config)), "(sha256:[0-9a-f]{64})");
    String container =
        part(
            ask("POST", "/containers/create", CONTAINER.formatted(image).getBytes(UTF_8)),
            "\"Id\":\"([0-9a-f]+)\"");
    try {
      String _ = ask("POST", "/containers/" + container + "/start", new byte[0]);
      return new ContainerRegistry(image, container, awaited(container));
    } catch (IOException e) {
      new ContainerRegistry(image, container, "").close();
      throw e;
    }
  }

  @Override
  public String host() {
    return host;
  }

  /** Stops its processes where they are: who connects finds somebody, and hears nothing. */
  void pause() throws IOException {
    String _ = ask("POST", "/containers/" + container + "/pause", new byte[0]);
  }

  /** Lets it go on. */
  void resume() throws IOException {
    String _ = ask("POST", "/containers/" + container + "/unpause", new byte[0]);
  }

  @Override
  public void close() {
    try {
      String _ = ask("DELETE", "/containers/" + container + "?force=1&v=1", new byte[0]);
      var _ = ask("DELETE", "/images/" + image, new byte[0]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a tar of docker-registry, the libraries that it needs, and its configuration. */
  private static byte[] tar(Path folder, String config) throws IOException {
    String programs = System.getenv().getOrDefault("OTTERS_TEST_REGISTRIES", "");
    Path starter = Path.of(programs, "docker-registry");
    Assumptions.assumeTrue(Files.isExecutable(starter), starter + " is not here");
    // #!/bin/sh, exec LOADER --library-path FOLDER PROGRAM "$@"
    String[] words = Files.readString(starter).split("\\s+", -1);
    Process list = new ProcessBuilder(words[2], "--list", words[3], words[4], words[5]).start();
    Matcher libraries = LIBRARY.matcher(new String(list.getInputStream().readAllBytes(), UTF_8));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out);
        Stream<Path> files = Files.list(folder)) {
      add(tar, "loader", Path.of(words[2]));
      add(tar, "docker-registry", Path.of(words[5]));
      while (libraries.find()) {
        Path library = Path.of(libraries.group(1));
        add(tar, "lib/" + library.getFileName(), library);
      }
      for (Path file : files.toList()) {
        add(tar, file.toString().substring(1), file);
      }
      add(tar, "config.yml", config.getBytes(UTF_8));
    }
    return out.toByteArray();
  }

  /** Returns the host and port of a container, once a registry answers there. */
  private static String awaited(String container) throws IOException {
    String about = ask("GET", "/containers/" + container + "/json", new byte[0]);
    String host = "127.0.0.1:" + part(about, "\"HostPort\":\"([0-9]+)\"");
    long begin = System.nanoTime();
    while (!answers(host)) {
      about = ask("GET", "/containers/" + container + "/json", new byte[0]);
      if (!about.contains("\"Running\":true") || System.nanoTime() - begin > PATIENCE_NANOS) {
        String logs = "/containers/" + container + "/logs?stdout=1&stderr=1";
        throw new IOException("no registry answers: " + ask("GET", logs, new byte[0]));
      }
      Thread.onSpinWait();
    }
    return host;
  }

  /** Tells whether somebody is there, who may want a password, or TLS. */
  private static boolean answers(String host) {
    try {
      HttpURLConnection connection =
          (HttpURLConnection) URI.create("http://" + host + "/v2/").toURL().openConnection();
      return connection.getResponseCode() > 0;
    } catch (IOException _) {
      return false;
    }
  }

  private static void add(TarArchiveOutputStream tar, String name, Path file) throws IOException {
    add(tar, name, Files.readAllBytes(file));
  }

  private static void add(TarArchiveOutputStream tar, String name, byte[] content)
      throws IOException {
    TarArchiveEntry entry = new TarArchiveEntry(name);
    entry.setSize(content.length);
    entry.setMode(0755);
    tar.putArchiveEntry(entry);
    tar.write(content);
    tar.closeArchiveEntry();
  }

  private static String part(String answer, String pattern) throws IOException {
    Matcher matcher = Pattern.compile(pattern).matcher(answer);
    if (!matcher.find()) {
      throw new IOException("the engine answered " + answer);
    }
    return matcher.group(1);
  }

  /** Makes one request in HTTP/1.0, where the answer ends with the connection. */
  private static String ask(String method, String path, byte[] body) throws IOException {
    URI engine = URI.create(System.getenv("DOCKER_HOST"));
    SocketAddress address =
        "unix".equals(engine.getScheme())
            ? UnixDomainSocketAddress.of(engine.getPath())
            : new InetSocketAddress(engine.getHost(), engine.getPort());
    String type = path.startsWith("/images/create") ? "application/x-tar" : "application/json";
    String head =
        "%s %s HTTP/1.0\r\nHost: engine\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n"
            .formatted(method, path, type, body.length);
    try (SocketChannel channel = SocketChannel.open(address)) {
      for (byte[] part : new byte[][] {head.getBytes(ISO_8859_1), body}) {
        ByteBuffer rest = ByteBuffer.wrap(part);
        while (rest.hasRemaining()) {
          int _ = channel.write(rest);
        }
      }
      String answer = new String(Channels.newInputStream(channel).readAllBytes(), UTF_8);
      if (!answer.matches("(?s)HTTP/1\\.[01] 2.*")) {
        throw new IOException("the engine answered " + answer);
      }
      return answer;
    }
  }
}
