package dev.otters.executor.docker.engine;

import dev.otters.oci.Digest;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the contexts of the docker command line. */
final class DockerContexts {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Path folder;

  /**
   * Creates a reader.
   *
   * @param folder the configuration folder, such as {@code ~/.docker}
   */
  DockerContexts(Path folder) {
    this.folder = folder;
  }

  /**
   * Returns the name of the current context; empty for the default.
   *
   * @throws IOException when the configuration cannot be read; the message says why
   */
  Optional<String> current() throws IOException {
    Path config = folder.resolve("config.json");
    if (!Files.exists(config)) {
      return Optional.empty();
    }
    String name = read(config).path("currentContext").asString("");
    return Optional.of(name).filter(n -> !n.isEmpty() && !n.equals("default"));
  }

  /**
   * Returns the engine's address in a context.
   *
   * @throws IOException when the context does not exist or cannot be read; the message says why
   */
  URI endpoint(String name) throws IOException {
    String key = Digest.of(name.getBytes(StandardCharsets.UTF_8)).hex();
    Path meta = folder.resolve("contexts/meta").resolve(key).resolve("meta.json");
    if (!Files.exists(meta)) {
      throw new IOException("docker has no context \"" + name + "\"");
    }
    String host = read(meta).path("Endpoints").path("docker").path("Host").asString("");
    try {
      return URI.create(host);
    } catch (IllegalArgumentException e) {
      throw new IOException(meta + " contains an invalid address: \"" + host + "\"", e);
    }
  }

  private static JsonNode read(Path file) throws IOException {
    try {
      return JSON.readTree(Files.readString(file));
    } catch (JacksonException e) {
      throw new IOException(file + " is not valid JSON: " + e.getOriginalMessage(), e);
    }
  }
}
