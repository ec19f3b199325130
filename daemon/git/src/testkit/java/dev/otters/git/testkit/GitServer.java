package dev.otters.git.testkit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPInputStream;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.transport.PacketLineOut;
import org.eclipse.jgit.transport.RefAdvertiser.PacketLineOutRefAdvertiser;
import org.eclipse.jgit.transport.UploadPack;

/** Serves one repository at {@code /repo.git} with git's smart HTTP protocol, on 127.0.0.1. */
public final class GitServer implements AutoCloseable {
  private static final String PATH = "/repo.git";

  private final Repository repository;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<String> credentials = new CopyOnWriteArrayList<>();
  private volatile Optional<String> wanted = Optional.empty();
  private volatile Optional<URI> redirect = Optional.empty();
  private volatile boolean zips;
  private volatile CountDownLatch open = new CountDownLatch(0);
  private final CountDownLatch asked = new CountDownLatch(1);

  /** Begins to serve a repository. */
  public GitServer(Repository repository) throws IOException {
    this.repository = repository;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.setExecutor(threads);
    server.start();
  }

  /** Returns the URL of the repository. */
  public URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + PATH);
  }

  /** Answers only requests with this value of the header {@code Authorization}. */
  public void require(String authorization) {
    wanted = Optional.of(authorization);
  }

  /** Redirects all requests to another repository. */
  public void redirect(URI other) {
    redirect = Optional.of(other);
  }

  /** Claims that its answers are compressed. */
  public void zip() {
    zips = true;
  }

  /** Answers no request until the latch is open. */
  public void waitFor(CountDownLatch latch) {
    open = latch;
  }

  /** Waits for the first request. */
  public void awaitRequest() throws InterruptedException {
    asked.await();
  }

  /** Returns the credentials of all requests so far; an empty text for a request without. */
  public List<String> credentials() {
    return credentials;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      asked.countDown();
      open.await();
      String sent =
          Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization")).orElse("");
      credentials.add(sent);
      String path = exchange.getRequestURI().getPath();
      if (redirect.isPresent()) {
        String rest = exchange.getRequestURI().toString().substring(PATH.length());
        exchange.getResponseHeaders().set("Location", redirect.get() + rest);
        exchange.sendResponseHeaders(302, -1);
      } else if (wanted.filter(it -> !it.equals(sent)).isPresent()) {
        exchange.getResponseHeaders().set("WWW-Authenticate", "Basic realm=\"git\"");
        exchange.sendResponseHeaders(401, -1);
      } else {
        switch (path) {
          case PATH + "/info/refs" -> advertise(exchange);
          case PATH + "/git-upload-pack" -> upload(exchange);
          default -> exchange.sendResponseHeaders(404, -1);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private UploadPack pack(HttpExchange exchange) {
    UploadPack pack = new UploadPack(repository);
    pack.setBiDirectionalPipe(false);
    pack.setExtraParameters(
        Optional.ofNullable(exchange.getRequestHeaders().getFirst("Git-Protocol"))
            .map(it -> List.of(it.split(":", -1)))
            .orElse(List.of()));
    return pack;
  }

  private void advertise(HttpExchange exchange) throws IOException {
    head(exchange, "application/x-git-upload-pack-advertisement");
    try (OutputStream out = exchange.getResponseBody()) {
      PacketLineOut lines = new PacketLineOut(out);
      lines.writeString("# service=git-upload-pack\n");
      lines.end();
      pack(exchange).sendAdvertisedRefs(new PacketLineOutRefAdvertiser(lines));
    }
  }

  private void upload(HttpExchange exchange) throws IOException {
    head(exchange, "application/x-git-upload-pack-result");
    InputStream body = exchange.getRequestBody();
    boolean zipped = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
    try (InputStream in = zipped ? new GZIPInputStream(body) : body;
        OutputStream out = exchange.getResponseBody()) {
      pack(exchange).upload(in, out, null);
    }
  }

  private void head(HttpExchange exchange, String type) throws IOException {
    exchange.getResponseHeaders().putAll(Map.of("Content-Type", List.of(type)));
    if (zips) {
      exchange.getResponseHeaders().set("Content-Encoding", "gzip");
    }
    exchange.sendResponseHeaders(200, 0);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    repository.close();
  }
}
