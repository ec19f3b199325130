package dev.otters.oci.registry;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.store.OciStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A registry on a loopback port that serves what it is given, and misbehaves as it is told. */
final class FakeRegistry implements AutoCloseable {
  private final ServerSocket socket;
  private final Thread acceptor;
  private final Map<String, byte[]> content = new ConcurrentHashMap<>();
  private final Map<String, String> types = new ConcurrentHashMap<>();
  private final Map<String, Deque<Reply>> scripts = new ConcurrentHashMap<>();
  private final Map<String, Reply> lasting = new ConcurrentHashMap<>();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);

  /** One request; header names are lower-case. */
  record Request(String method, String path, Map<String, String> headers, String body) {
    Optional<String> header(String name) {
      return Optional.ofNullable(headers.get(name));
    }
  }

  /** Writes a whole answer. */
  @FunctionalInterface
  interface Reply {
    void write(Request request, OutputStream out) throws IOException;
  }

  FakeRegistry() {
    try {
      socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    acceptor = Thread.ofVirtual().start(this::accept);
  }

  String host() {
    return "127.0.0.1:" + socket.getLocalPort();
  }

  List<Request> requests() {
    return requests;
  }

  /** Returns the requests with {@code part} in their path, in the order of their arrival. */
  List<Request> requestsTo(String part) {
    return requests.stream().filter(request -> request.path().contains(part)).toList();
  }

  List<String> paths() {
    return requests.stream().map(Request::path).toList();
  }

  /** Serves a stored image with all that belongs to it, as {@code tools/jq:1}. */
  ImageReference serve(OciStore store, Descriptor root) {
    for (Descriptor blob : store.closure(root)) {
      byte[] bytes = store.read(blob, 1 << 20);
      boolean manifest =
          MediaTypes.isIndex(blob.mediaType()) || MediaTypes.isManifest(blob.mediaType());
      put((manifest ? "manifests/" : "blobs/") + blob.digest(), bytes, blob.mediaType());
    }
    put("manifests/1", store.read(root, 1 << 20), root.mediaType());
    return ImageReference.parse(host() + "/tools/jq:1");
  }

  void put(String path, byte[] bytes, String mediaType) {
    keep("/v2/tools/jq/" + path, bytes, mediaType);
  }

  private void keep(String path, byte[] bytes, String mediaType) {
    content.put(path, bytes);
    types.put(path, mediaType);
  }

  byte[] content(String path) {
    return content.getOrDefault("/v2/tools/jq/" + path, new byte[0]);
  }

  /** Answers the next requests whose path has {@code part} in this way, and then as usual. */
  void next(String part, Reply... replies) {
    scripts.computeIfAbsent(part, p -> new ArrayDeque<>()).addAll(Arrays.asList(replies));
  }

  /** Answers every request whose path has {@code part} in this way. */
  void always(String part, Reply reply) {
    lasting.put(part, reply);
  }

  /** Answers with what is stored, and stores what is uploaded. */
  void usual(Request request, OutputStream out) throws IOException {
    switch (request.method) {
      case "POST" -> {
        String uploads = request.path.replaceFirst("\\?.*", "");
        status(202, "", "Location: " + uploads + "7?state=x").write(request, out);
      }
      case "PUT" -> store(request, out);
      default -> found(request, out);
    }
  }

  private void store(Request request, OutputStream out) throws IOException {
    byte[] body = request.body.getBytes(ISO_8859_1);
    String digest = request.path.replaceFirst(".*digest=", "");
    boolean blob = !digest.equals(request.path);
    String real = Digest.of(body).toString();
    if (blob && !digest.equals(real)) {
      status(400, "").write(request, out);
      return;
    }
    String type = request.header("content-type").orElse("");
    if (blob) {
      keep(request.path.replaceFirst("uploads/.*", "") + digest, body, type);
    } else {
      keep(request.path, body, type);
      keep(request.path.replaceFirst("[^/]*$", "") + real, body, type);
    }
    status(201, "").write(request, out);
  }

  private void found(Request request, OutputStream out) throws IOException {
    byte[] body = content.get(request.path);
    String manifests = request.path.replaceFirst("tags/list.*", "manifests/");
    if (body == null && content.keySet().stream().anyMatch(path -> path.startsWith(manifests))) {
      tags(manifests).write(request, out);
      return;
    }
    if (body == null) {
      status(404, "{\"errors\":[{\"code\":\"UNKNOWN\",\"message\":\"no\\u001b such\"}]}")
          .write(request, out);
      return;
    }
    String type = "Content-Type: " + types.get(request.path);
    Optional<String> range = request.header("range");
    if (range.isPresent()) {
      int from = Integer.parseInt(range.get().replaceAll("[^0-9]", ""));
      byte[] rest = Arrays.copyOfRange(body, from, body.length);
      String said = "Content-Range: bytes %d-%d/%d".formatted(from, body.length - 1, body.length);
      reply(206, rest, type, said).write(request, out);
    } else {
      byte[] sent = request.method.equals("HEAD") ? new byte[0] : body;
      announcing(body.length, 200, sent, type).write(request, out);
    }
  }

  private Reply tags(String manifests) {
    String tags =
        content.keySet().stream()
            .filter(path -> path.startsWith(manifests) && !path.contains("sha256:"))
            .map(path -> '"' + path.substring(manifests.length()) + '"')
            .collect(Collectors.joining(","));
    return status(200, "{\"tags\":[" + tags + "]}");
  }

  static Reply status(int status, String body, String... headers) {
    return reply(status, body.getBytes(ISO_8859_1), headers);
  }

  static Reply reply(int status, byte[] body, String... headers) {
    return announcing(body.length, status, body, headers);
  }

  /** Says that {@code length} bytes follow, and sends {@code body}. */
  static Reply announcing(long length, int status, byte[] body, String... headers) {
    return (request, out) -> {
      StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " X\r\n");
      head.append("Connection: close\r\nContent-Length: ").append(length).append("\r\n");
      for (String header : headers) {
        head.append(header).append("\r\n");
      }
      out.write(head.append("\r\n").toString().getBytes(ISO_8859_1));
      out.write(body);
      out.flush();
    };
  }

  /** Closes the connection without a word. */
  static Reply hangUp() {
    return (request, out) -> out.close();
  }

  /** Does what {@code first} does, and then nothing, until the registry is closed. */
  Reply thenSilent(Reply first) {
    return (request, out) -> {
      first.write(request, out);
      try {
        closed.await();
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    };
  }

  /** Says that {@code body} follows, and sends it byte by byte, slower than anybody would wait. */
  Reply inDrops(int status, byte[] body) {
    return (request, out) -> {
      announcing(body.length, status, new byte[0]).write(request, out);
      try {
        for (int i = 0; i < body.length && !closed.await(20, TimeUnit.MILLISECONDS); i++) {
          out.write(body, i, 1);
          out.flush();
        }
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    };
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      socket.close();
      acceptor.join();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket connection = socket.accept();
        Thread.ofVirtual().start(() -> answer(connection));
      } catch (IOException _) {
        return;
      }
    }
  }

  private void answer(Socket connection) {
    try (connection;
        OutputStream out = connection.getOutputStream()) {
      Request request = read(connection);
      requests.add(request);
      script(request).write(request, out);
    } catch (IOException _) {
      // The client gave up, which is what many tests want.
    }
  }

  private synchronized Reply script(Request request) {
    for (Map.Entry<String, Deque<Reply>> script : scripts.entrySet()) {
      if (request.path.contains(script.getKey()) && !script.getValue().isEmpty()) {
        return script.getValue().removeFirst();
      }
    }
    return lasting.entrySet().stream()
        .filter(entry -> request.path.contains(entry.getKey()))
        .findFirst()
        .map(Map.Entry::getValue)
        .orElse(this::usual);
  }

  private static Request read(Socket connection) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(connection.getInputStream(), ISO_8859_1));
    String line = in.readLine();
    if (line == null || !line.matches("[A-Z]+ \\S+ HTTP/1.1")) {
      throw new IOException("no request");
    }
    String[] words = line.split(" ", -1);
    Map<String, String> headers = new TreeMap<>();
    for (line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    char[] body = new char[Integer.parseInt(headers.getOrDefault("content-length", "0"))];
    for (int at = 0; at < body.length; ) {
      int n = in.read(body, at, body.length - at);
      if (n < 0) {
        throw new IOException("the body is too short");
      }
      at += n;
    }
    return new Request(words[0], words[1], headers, new String(body));
  }
}
