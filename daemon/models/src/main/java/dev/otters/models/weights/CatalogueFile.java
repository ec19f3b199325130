package dev.otters.models.weights;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.oci.Digest;
import dev.otters.oci.OciException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

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

  private final String file;

  private CatalogueFile(String file) {
    this.file = file;
  }

  /**
   * Reads a list of models.
   *
   * @param file the name of the file in messages
   * @throws ApiException INVALID_REQUEST with the model and key of the error
   */
  static List<CatalogueEntry> parse(String file, String text) {
    return new CatalogueFile(file).entries(text);
  }

  static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  private List<CatalogueEntry> entries(String text) {
    Object root;
    try {
      root = new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
    } catch (YAMLException e) {
      throw invalid(String.valueOf(e.getMessage()).replace('\n', ' '));
    }
    if (root == null) {
      return List.of();
    }
    Object models = mapping("the file", root, Set.of("models")).get("models");
    Map<String, CatalogueEntry> entries = new LinkedHashMap<>();
    int number = 0;
    for (Object model : list("models", models)) {
      CatalogueEntry entry = entry("models[" + ++number + "]", model);
      if (entries.put(entry.name(), entry) != null) {
        throw invalid("two models have the name " + entry.name());
      }
    }
    return List.copyOf(entries.values());
  }

  private CatalogueEntry entry(String place, Object value) {
    Map<String, Object> keys = mapping(place, value, KEYS);
    String name = text(place + ".name", keys.get("name"));
    if (!isName(name)) {
      throw invalid(
          place
              + ".name is '"
              + name
              + "': use up to 64 lower-case letters, digits, dots, dashes and underscores");
    }
    Object title = keys.get("title");
    Object sources = keys.get("sources");
    return new CatalogueEntry(
        name,
        title == null ? name : text(place + ".title", title),
        number(place + ".bytes", keys.get("bytes"), Long.MAX_VALUE),
        digest(place + ".sha256", keys.get("sha256")),
        text(place + ".licence", keys.get("licence")),
        (int) number(place + ".context", keys.get("context"), Integer.MAX_VALUE),
        Boolean.TRUE.equals(keys.get("chooses-tools")),
        sources == null ? List.of() : sources(place + ".sources", sources));
  }

  private List<Source> sources(String place, Object value) {
    List<Source> sources = new ArrayList<>();
    for (Object item : list(place, value)) {
      Map<String, Object> keys = mapping(place, item, Set.of("url", "packages"));
      Object url = keys.get("url");
      sources.add(
          url != null
              ? web(place + ".url", text(place + ".url", url))
              : new Source.Packages(pieces(place + ".packages", keys.get("packages"))));
    }
    return sources;
  }

  private List<Source.Piece> pieces(String place, @Nullable Object value) {
    List<Source.Piece> pieces = new ArrayList<>();
    for (Object item : list(place, value)) {
      Map<String, Object> keys =
          mapping(place, item, Set.of("package", "member", "bytes", "sha256"));
      pieces.add(
          new Source.Piece(
              requirement(place + ".package", text(place + ".package", keys.get("package"))),
              text(place + ".member", keys.get("member")),
              number(place + ".bytes", keys.get("bytes"), Long.MAX_VALUE),
              digest(place + ".sha256", keys.get("sha256"))));
    }
    if (pieces.isEmpty()) {
      throw invalid(place + " is empty");
    }
    return pieces;
  }

  /** Rejects text that pip would read as an option or a URL. */
  private String requirement(String place, String text) {
    if (!text.matches("[A-Za-z0-9][A-Za-z0-9._-]*==[A-Za-z0-9._+!-]+")) {
      throw invalid(place + " is '" + text + "': write NAME==VERSION");
    }
    return text;
  }

  private Source.Web web(String place, String text) {
    try {
      return address(text);
    } catch (IllegalArgumentException e) {
      throw invalid(place + " is '" + text + "': " + e.getMessage());
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
    if (!Set.of("http", "https").contains(scheme) || uri.getHost() == null) {
      throw new IllegalArgumentException("write an http or https URL");
    }
    if (uri.getRawUserInfo() != null) {
      throw new IllegalArgumentException("a URL must not contain a password");
    }
    return new Source.Web(uri);
  }

  private Map<String, Object> mapping(String place, @Nullable Object value, Set<String> known) {
    if (!(value instanceof Map<?, ?> map)) {
      throw invalid(place + " must be a mapping");
    }
    Map<String, Object> keys = new LinkedHashMap<>();
    map.forEach((key, item) -> keys.put(String.valueOf(key), item));
    for (String key : keys.keySet()) {
      if (!known.contains(key)) {
        throw invalid(
            place
                + " has the unknown key '"
                + key
                + "'; known keys are "
                + String.join(", ", known.stream().sorted().toList()));
      }
    }
    return keys;
  }

  private List<?> list(String place, @Nullable Object value) {
    if (value instanceof List<?> list) {
      return list;
    }
    throw invalid(place + " must be a list");
  }

  private String text(String place, @Nullable Object value) {
    if (value instanceof String text && !text.isBlank()) {
      return text;
    }
    throw invalid(value == null ? place + " is missing" : place + " must be text");
  }

  private long number(String place, @Nullable Object value, long most) {
    long number =
        value instanceof Integer || value instanceof Long ? ((Number) value).longValue() : 0;
    if (number < 1 || number > most) {
      throw invalid(
          value == null
              ? place + " is missing"
              : place + " is '" + value + "': write a number above 0");
    }
    return number;
  }

  private Digest digest(String place, @Nullable Object value) {
    try {
      return new Digest(String.valueOf(value));
    } catch (OciException e) {
      throw invalid(
          place + " is '" + value + "': write 64 lower-case hexadecimal digits in quotes");
    }
  }

  private ApiException invalid(String what) {
    return ApiException.of(
        ErrorCode.INVALID_REQUEST,
        file + ": " + what,
        "Correct the file; docs/local-models.md describes it.");
  }
}
