package dev.otters.models.weights;

import dev.otters.oci.Digest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A folder of weights, and a catalogue with one model of a few hundred kilobytes. */
final class ModelKit {
  static final int SIZE = 300_000;
  static final Duration PATIENCE = Duration.ofSeconds(1);

  /** Is longer than any test takes. */
  static final Duration LONG = Duration.ofMinutes(1);

  final Path home;
  final WeightsFolder folder;
  final byte[] content = TestGguf.file(SIZE);
  final Digest digest = Digest.of(content);

  ModelKit(Path home) {
    this(home, home.resolve("models"));
  }

  ModelKit(Path home, Path weights) {
    this.home = home;
    this.folder = new WeightsFolder(weights);
  }

  /** Opens the models, of which {@code tiny} has these sources, one line of YAML each. */
  Models open(String... sources) {
    return open(Map.of("PATH", ""), sources);
  }

  Models open(Map<String, String> environment, String... sources) {
    String yaml =
        """
        models:
          - name: tiny
            bytes: %d
            sha256: "%s"
            licence: MIT
            context: 512
            sources: [%s]
        """
            .formatted(content.length, digest.hex(), String.join(", ", sources));
    try {
      Files.writeString(home.resolve("models.yaml"), yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Models(
        folder,
        new Catalogue(home.resolve("models.yaml"), folder),
        new WebFetch(
            environment,
            PATIENCE,
            address -> !address.getHostAddress().equals(FaultyServer.INSIDE)),
        new Pip(environment, Duration.ofSeconds(20)));
  }

  static String web(String address) {
    return "{ url: '" + address + "' }";
  }

  Path weights() {
    return folder.weights(digest);
  }

  byte[] partial() throws IOException {
    return Files.readAllBytes(folder.partial(digest));
  }

  /** Returns the names of all files of the folder but the lock. */
  List<String> files() {
    if (!Files.exists(folder.folder())) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder.folder())) {
      return files
          .map(file -> file.getFileName().toString().replace(digest.hex(), "D"))
          .filter(name -> !name.endsWith(".lock"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
