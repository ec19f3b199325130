package dev.otters.oci.registry;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
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
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Assumptions;

/** An image with nothing but docker-registry in the engine that DOCKER_HOST names. */
final class ContainerRegistry implements AutoCloseable {
  private static final long PATIENCE_NANOS = 30_000_000_000L;
  private static final Pattern LIBRARY = Pattern.compile("(/\\S+) \\(0x");
  private static final String CONFIG =
      """
      version: 0.1
      log: {level: error, accesslog: {disabled: true}}
      storage: {filesystem: {rootdirectory: /data}}
      http: {addr: ":5000"}
      """;
  private static final String CONTAINER =
      """
      {"Image": "%s", "Cmd": ["/loader", "--library-path", "/lib", "/docker-registry", "serve", "/config.yml"],
       "ExposedPorts": {"5000/tcp": {}},
       "HostConfig": {"PortBindings": {"5000/tcp": [{"HostIp": "127.0.0.1", "HostPort": ""}]}}}
      """;

  private final String image;

  private ContainerRegistry(String image) {
    this.image = image;
  }

  /** Imports docker-registry, and the libraries that it needs, from this machine. */
  static ContainerRegistry make() throws IOException {
    String folder = System.getenv().getOrDefault("OTTERS_TEST_REGISTRIES", "");
    Path starter = Path.of(folder, "docker-registry");
    Assumptions.assumeTrue(Files.isExecutable(starter), starter + " is not here");
    // #!/bin/sh, exec LOADER --library-path FOLDER PROGRAM "$@"
    String[] words = Files.readString(starter).split("\\s+", -1);
    Process list = new ProcessBuilder(words[2], "--list", words[3], words[4], words[5]).start();
    Matcher libraries = LIBRARY.matcher(new String(list.getInputStream().readAllBytes(), UTF_8));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out)) {
      add(tar, "loader", Path.of(words[2]));
      add(tar, "docker-registry", Path.of(words[5]));
      while (libraries.find()) {
        Path library = Path.of(libraries.group(1));
        add(tar, "lib/" + library.getFileName(), library);
      }
      add(tar, "config.yml", CONFIG.getBytes(UTF_8));
    }
    return new ContainerRegistry(
        part(ask("POST", "/images/create?fromSrc=-", out.toByteArray()), "(sha256:[0-9a-f]{64})"));
  }

  /** Starts a container and returns its id. */
  String start() throws IOException {
    String id =
        part(
            ask("POST", "/containers/create", CONTAINER.formatted(image).getBytes(UTF_8)),
            "\"Id\":\"([0-9a-f]+)\"");
    String unused = ask("POST", "/containers/" + id + "/start", new byte[0]);
    return id;
  }

  /** Returns the host and port of a container, once a registry answers there. */
  String host(String id) throws IOException {
    String about = ask("GET", "/containers/" + id + "/json", new byte[0]);
    if (!about.contains("\"Running\":true")) {
      String said = ask("GET", "/containers/" + id + "/logs?stdout=1&stderr=1", new byte[0]);
      throw new IOException("the registry has ended: " + said);
    }
    String host = "127.0.0.1:" + part(about, "\"HostPort\":\"([0-9]+)\"");
    long begin = System.nanoTime();
    while (!answers(host)) {
      if (System.nanoTime() - begin > PATIENCE_NANOS) {
        throw new IOException("no registry answers at " + host);
      }
      Thread.onSpinWait();
    }
    return host;
  }

  void stop(String id) throws IOException {
    String unused = ask("DELETE", "/containers/" + id + "?force=1&v=1", new byte[0]);
  }

  @Override
  public void close() throws IOException {
    String unused = ask("DELETE", "/images/" + image, new byte[0]);
  }

  private static boolean answers(String host) {
    try {
      HttpURLConnection connection =
          (HttpURLConnection) URI.create("http://" + host + "/v2/").toURL().openConnection();
      return connection.getResponseCode() == 200;
    } catch (IOException notYet) {
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
          int unused = channel.write(rest);
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
