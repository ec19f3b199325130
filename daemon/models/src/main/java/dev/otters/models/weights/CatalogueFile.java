package dev.otters.models.weights;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.home.yaml.YamlFileException;
import dev.otters.home.yaml.YamlReader;
import dev.otters.oci.Digest;
import dev.otters.oci.OciException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Reads a list of models. For example:
 *
 * <pre>{@code
 * models:
 *   - name: tiny
 *     title: A small model of our own
 *     bytes: 98362432
 *     sha256: b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53
 *     licence: Apache-2.0
 *     context: 8192
 *     sources:
 *       - url: https://models.example.org/tiny.gguf
 * }</pre>
 */
final class CatalogueFile {
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");
  private static final Set<String> KEYS =
      Set.of("name", "title", "bytes", "sha256", "licence", "context", "chooses-tools", "sources");

  private final YamlReader yaml;

  private CatalogueFile(YamlReader yaml) {
    this.yaml = yaml;
  }

  /**
   * Reads a list of models.
   *
   * @param file the name of the file in messages
   * @throws ApiException INVALID_REQUEST with the line of the error
   */
  static List<CatalogueEntry> parse(String file, String text) {
    YamlReader yaml = new YamlReader(file);
    try {
      return yaml.document(text).map(new CatalogueFile(yaml)::entries).orElse(List.of());
    } catch (YamlFileException e) {
      throw ApiException.of(
          ErrorCode.INVALID_REQUEST,
          e.getMessage(),
          "Correct the file; docs/local-models.md describes it.");
    }
  }

  static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  private List<CatalogueEntry> entries(Node root) {
    Map<String, Node> keys = yaml.mapping(root, "the file", Set.of("models"));
    Map<String, CatalogueEntry> entries = new LinkedHashMap<>();
    for (Node model : yaml.sequence(require(root, keys, "models"), "models")) {
      CatalogueEntry entry = entry(model);
      if (entries.put(entry.name(), entry) != null) {
        throw yaml.wrong(model, "two models have the name " + entry.name());
      }
    }
    return List.copyOf(entries.values());
  }

  private CatalogueEntry entry(Node model) {
    Map<String, Node> keys = yaml.mapping(model, "a model", KEYS);
    String name = value(model, keys, "name", CatalogueFile::name);
    return new CatalogueEntry(
        name,
        yaml.maybeText(keys, "title").filter(title -> !title.isBlank()).orElse(name),
        value(model, keys, "bytes", text -> number(text, Long.MAX_VALUE)),
        value(model, keys, "sha256", CatalogueFile::digest),
        value(model, keys, "licence", CatalogueFile::filled),
        value(model, keys, "context", text -> number(text, Integer.MAX_VALUE)).intValue(),
        yaml.maybeText(keys, "chooses-tools")
            .filter(text -> text.matches("(?i)true|yes|on"))
            .isPresent(),
        Optional.ofNullable(keys.get("sources"))
            .filter(sources -> !sources.getTag().equals(Tag.NULL))
            .map(sources -> yaml.sequence(sources, "sources").stream().map(this::source).toList())
            .orElse(List.of()));
  }

  private Source source(Node node) {
    Map<String, Node> keys = yaml.mapping(node, "a source", Set.of("url", "packages"));
    if (keys.containsKey("url")) {
      return value(node, keys, "url", CatalogueFile::address);
    }
    List<Node> pieces = yaml.sequence(require(node, keys, "packages"), "packages");
    if (pieces.isEmpty()) {
      throw yaml.wrong(node, "packages is empty");
    }
    return new Source.Packages(pieces.stream().map(this::piece).toList());
  }

  private Source.Piece piece(Node node) {
    Map<String, Node> keys =
        yaml.mapping(node, "a package", Set.of("package", "member", "bytes", "sha256"));
    return new Source.Piece(
        value(node, keys, "package", CatalogueFile::requirement),
        value(node, keys, "member", CatalogueFile::filled),
        value(node, keys, "bytes", text -> number(text, Long.MAX_VALUE)),
        value(node, keys, "sha256", CatalogueFile::digest));
  }

  private Node require(Node holder, Map<String, Node> keys, String key) {
    return Optional.ofNullable(keys.get(key))
        .orElseThrow(() -> yaml.wrong(holder, key + " is missing"));
  }

  /** Reads a value; the reader's IllegalArgumentException says what to write instead. */
  private <T> T value(Node holder, Map<String, Node> keys, String key, Function<String, T> reader) {
    Node node = require(holder, keys, key);
    String text = yaml.text(node, key);
    try {
      return reader.apply(text);
    } catch (IllegalArgumentException e) {
      throw yaml.wrong(node, key + " is '" + text + "': " + e.getMessage());
    }
  }

  private static String name(String text) {
    require(isName(text), "use up to 64 lower-case letters, digits, dots, dashes and underscores");
    return text;
  }

  private static String filled(String text) {
    require(!text.isBlank(), "write a text");
    return text;
  }

  /** Rejects text that pip would read as an option or a URL. */
  private static String requirement(String text) {
    require(text.matches("[A-Za-z0-9][A-Za-z0-9._-]*==[A-Za-z0-9._+!-]+"), "write NAME==VERSION");
    return text;
  }

  private static Long number(String text, long most) {
    long number = text.matches("[0-9]{1,18}") ? Long.parseLong(text) : 0;
    require(number >= 1 && number <= most, "write a number above 0");
    return number;
  }

  private static Digest digest(String text) {
    try {
      return new Digest(text);
    } catch (OciException e) {
      throw new IllegalArgumentException("write 64 lower-case hexadecimal digits", e);
    }
  }

  /**
   * Parses the URL of a source.
   *
   * @throws IllegalArgumentException if the URL is invalid
   */
  static Source.Web address(String text) {
    URI uri = URI.create(text);
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    require(
        Set.of("http", "https").contains(scheme) && uri.getHost() != null,
        "write an http or https URL");
    require(uri.getRawUserInfo() == null, "a URL must not contain a password");
    return new Source.Web(uri);
  }

  private static void require(boolean holds, String expected) {
    if (!holds) {
      throw new IllegalArgumentException(expected);
    }
  }
}
