package dev.otters.models.weights;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.home.PrivateFiles;
import dev.otters.home.text.WrittenFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The available models: those of the release, those in {@code models.yaml} of the home, and those
 * that were added from files. A later model replaces an earlier one of the same name.
 */
final class Catalogue {
  private static final String SHIPPED = "catalogue.yaml";

  private final List<CatalogueEntry> shipped = CatalogueFile.parse(SHIPPED, resource());
  private final Path own;
  private final WeightsFolder folder;

  /**
   * Creates a catalogue.
   *
   * @param own the operator's file, which is read at each use and need not exist
   */
  Catalogue(Path own, WeightsFolder folder) {
    this.own = own;
    this.folder = folder;
  }

  List<CatalogueEntry> named() {
    Map<String, CatalogueEntry> entries = new LinkedHashMap<>();
    shipped.forEach(entry -> entries.put(entry.name(), entry));
    read(own).forEach(entry -> entries.put(entry.name(), entry));
    return List.copyOf(entries.values());
  }

  List<CatalogueEntry> all() {
    Map<String, CatalogueEntry> entries = new LinkedHashMap<>();
    named().forEach(entry -> entries.put(entry.name(), entry));
    for (Path file : added()) {
      read(file).forEach(entry -> entries.put(entry.name(), entry));
    }
    return List.copyOf(entries.values());
  }

  Optional<CatalogueEntry> find(String name) {
    return all().stream().filter(entry -> entry.name().equals(name)).findFirst();
  }

  /** Returns an entry; throws if it does not exist. */
  CatalogueEntry require(String name) {
    return find(name)
        .orElseThrow(
            () -> {
              List<String> names = all().stream().map(CatalogueEntry::name).toList();
              return new ApiException(
                  Problem.of(
                          ErrorCode.MODEL_UNKNOWN,
                          "there is no local model '" + name + "'",
                          "Choose one of "
                              + String.join(", ", names)
                              + ", or add your own weights with 'otters model add NAME --file"
                              + " FILE.gguf'.")
                      .withCandidates(names));
            });
  }

  /** Stores the entry of a model that was added from a file. */
  void add(CatalogueEntry entry) throws IOException {
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put("name", entry.name());
    keys.put("title", entry.title());
    keys.put("bytes", entry.bytes());
    keys.put("sha256", entry.sha256().hex());
    keys.put("licence", entry.licence());
    keys.put("context", entry.contextSize());
    Files.createDirectories(folder.added());
    // JSON is a subset of YAML.
    PrivateFiles.write(file(entry.name()), Json.write(Map.of("models", List.of(keys))) + "\n");
  }

  /** Returns whether a model was added from a file. */
  boolean isAdded(String name) {
    return Files.exists(file(name));
  }

  void forget(String name) throws IOException {
    Files.deleteIfExists(file(name));
  }

  private Path file(String name) {
    return folder.added().resolve(name + ".yaml");
  }

  private List<Path> added() {
    if (!Files.isDirectory(folder.added())) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder.added())) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<CatalogueEntry> read(Path file) {
    try {
      return Files.exists(file)
          ? CatalogueFile.parse(file.toString(), WrittenFile.read(file))
          : List.of();
    } catch (IOException e) {
      throw new ApiException(
          Problem.of(
              ErrorCode.INVALID_REQUEST,
              "cannot read " + file + ": " + e.getMessage(),
              "Make the file readable, or remove it."),
          e);
    }
  }

  private static String resource() {
    try (InputStream in = Catalogue.class.getResourceAsStream(SHIPPED)) {
      if (in == null) {
        throw new IllegalStateException("the resource " + SHIPPED + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
