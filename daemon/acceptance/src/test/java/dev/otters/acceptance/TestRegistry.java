package dev.otters.acceptance;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.ImagePullPolicy;
import org.testcontainers.utility.DockerImageName;
import tools.jackson.databind.JsonNode;

/** A real registry in a container, and a client that fills it from an OCI layout. */
final class TestRegistry implements AutoCloseable {

  private static final String IMAGE = "otters.local/test/registry:0.1.0";
  private static final ImagePullPolicy NEVER = name -> false;

  private final GenericContainer<?> container;
  private final HttpClient http = HttpClient.newHttpClient();

  private TestRegistry(GenericContainer<?> container) {
    this.container = container;
  }

  /** Starts an empty registry. */
  static TestRegistry start() throws IOException {
    try (InputStream tar = Files.newInputStream(Distribution.registryImage())) {
      DockerClientFactory.instance().client().loadImageCmd(tar).exec();
    }
    GenericContainer<?> container =
        new GenericContainer<>(DockerImageName.parse(IMAGE))
            .withImagePullPolicy(NEVER)
            .withExposedPorts(5000)
            .waitingFor(Wait.forHttp("/v2/").forStatusCode(200));
    container.start();
    return new TestRegistry(container);
  }

  /** Gives {@code host:port}, the first part of a reference. */
  String address() {
    return "127.0.0.1:" + container.getMappedPort(5000);
  }

  /** Gives what the registry logged so far, requests included. */
  String log() {
    return container.getLogs();
  }

  /**
   * Copies what {@code layout} has under {@code ref} to {@code repository:tag} of this registry.
   */
  void push(Path layout, String ref, String repository, String tag)
      throws IOException, InterruptedException {
    for (JsonNode entry :
        Otters.JSON.readTree(Files.readString(layout.resolve("index.json"))).get("manifests")) {
      JsonNode name = entry.at("/annotations/org.opencontainers.image.ref.name");
      if (name.asString("").equals(ref)) {
        pushManifest(layout, repository, entry, tag);
        return;
      }
    }
    throw new AssertionError(layout + " has no " + ref);
  }

  private void pushManifest(Path layout, String repository, JsonNode descriptor, String reference)
      throws IOException, InterruptedException {
    Path file = blob(layout, descriptor);
    JsonNode manifest = Otters.JSON.readTree(Files.readString(file));
    for (JsonNode child : manifest.path("manifests")) {
      pushManifest(layout, repository, child, child.get("digest").asString());
    }
    if (manifest.has("config")) {
      pushBlob(layout, repository, manifest.get("config"));
    }
    for (JsonNode layer : manifest.path("layers")) {
      pushBlob(layout, repository, layer);
    }
    expect(
        201,
        HttpRequest.newBuilder(uri("/v2/" + repository + "/manifests/" + reference))
            .header("Content-Type", descriptor.get("mediaType").asString())
            .PUT(HttpRequest.BodyPublishers.ofFile(file)));
  }

  private void pushBlob(Path layout, String repository, JsonNode descriptor)
      throws IOException, InterruptedException {
    HttpResponse<String> session =
        expect(
            202,
            HttpRequest.newBuilder(uri("/v2/" + repository + "/blobs/uploads/"))
                .POST(HttpRequest.BodyPublishers.noBody()));
    String upload = session.headers().firstValue("Location").orElseThrow();
    String separator = upload.contains("?") ? "&" : "?";
    expect(
        201,
        HttpRequest.newBuilder(
                uri("/")
                    .resolve(upload + separator + "digest=" + descriptor.get("digest").asString()))
            .header("Content-Type", "application/octet-stream")
            .PUT(HttpRequest.BodyPublishers.ofFile(blob(layout, descriptor))));
  }

  private HttpResponse<String> expect(int status, HttpRequest.Builder request)
      throws IOException, InterruptedException {
    HttpResponse<String> response =
        http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != status) {
      throw new AssertionError(response + ": " + response.body());
    }
    return response;
  }

  private URI uri(String path) {
    return URI.create("http://" + address() + path);
  }

  private static Path blob(Path layout, JsonNode descriptor) {
    return layout.resolve("blobs").resolve(descriptor.get("digest").asString().replace(':', '/'));
  }

  @Override
  public void close() {
    container.stop();
  }
}
