package dev.otters.resources.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.home.yaml.YamlFileException;
import dev.otters.home.yaml.YamlReader;
import dev.otters.resources.provider.DeclaredResource;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * The settings of a RESOURCE of kind {@code mcp}.
 *
 * @param readTools the tools that may read, if the server says that they only read
 */
record McpSettings(Server server, Set<String> readTools) {
  private static final String URL = "url";
  private static final String BIN = "bin";
  private static final String ARGS = "args";
  private static final String READ_TOOLS = "read-tools";
  private static final Set<String> KEYS = Set.of(URL, BIN, ARGS, READ_TOOLS);
  private static final Set<String> LISTS = Set.of(ARGS, READ_TOOLS);
  private static final int LONGEST_URL = 2000;

  McpSettings {
    readTools = Set.copyOf(readTools);
  }

  /** The server of a resource. */
  sealed interface Server {
    /** A server that runs elsewhere. */
    record Web(URI url) implements Server {}

    /** A BIN of the agent that is a server, with its arguments. */
    record Program(String bin, List<String> args) implements Server {
      public Program {
        args = List.copyOf(args);
      }
    }
  }

  /**
   * Reads the settings of a resource.
   *
   * @throws IllegalArgumentException with what is wrong, a sentence without its end
   */
  static McpSettings of(DeclaredResource resource) {
    Map<String, List<String>> given =
        resource.body().map(McpSettings::yaml).orElseGet(() -> split(resource.settings()));
    Set<String> unknown = new TreeSet<>(given.keySet());
    unknown.removeAll(KEYS);
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "kind=mcp has no setting %s; it has url or bin, args and read-tools"
              .formatted(unknown.iterator().next()));
    }
    return new McpSettings(server(resource.name(), given), words(given.get(READ_TOOLS)));
  }

  /**
   * Returns where the server is, in one spelling and without the query, or the name of its BIN with
   * its arguments. Without blanks.
   */
  String place() {
    return switch (server) {
      case Server.Web(URI url) -> place(url);
      case Server.Program(String bin, List<String> args) -> bin + encoded(args);
    };
  }

  private static String place(URI url) {
    int usual = "https".equals(url.getScheme()) ? 443 : 80;
    String host = url.getHost().toLowerCase(Locale.ROOT).replaceFirst("\\.$", "");
    int port = url.getPort() < 0 ? usual : url.getPort();
    return host + ":" + port + encoded(segments(url.getPath()));
  }

  /**
   * Returns the segments of a decoded path. Servers often ignore empty ones, so they do not count.
   */
  private static List<String> segments(String path) {
    Deque<String> segments = new ArrayDeque<>();
    for (String segment : path.split("/", -1)) {
      switch (segment) {
        case "", "." -> {}
        case ".." -> segments.pollLast();
        default -> segments.add(segment);
      }
    }
    return List.copyOf(segments);
  }

  private static String encoded(List<String> parts) {
    return parts.stream()
        .map(part -> "/" + URLEncoder.encode(part, UTF_8))
        .collect(Collectors.joining());
  }

  private static Server server(String resource, Map<String, List<String>> given) {
    String url = one(given.get(URL));
    String bin = one(given.get(BIN));
    List<String> args = given.getOrDefault(ARGS, List.of());
    if (url.isEmpty() == bin.isEmpty()) {
      throw new IllegalArgumentException(
          "kind=mcp needs either the url of its server or the bin that is its server");
    }
    if (bin.isEmpty() && !args.isEmpty()) {
      throw new IllegalArgumentException("args are for a bin, not for a url");
    }
    if (bin.equals(resource)) {
      throw new IllegalArgumentException(
          "it has the name of its bin, by which gates could not tell them apart. Rename one");
    }
    return bin.isEmpty() ? new Server.Web(url(url)) : new Server.Program(bin, args);
  }

  private static String one(@Nullable List<String> values) {
    return values == null ? "" : String.join(" ", values).strip();
  }

  private static Map<String, List<String>> split(Map<String, String> settings) {
    Map<String, List<String>> all = new HashMap<>();
    settings.forEach((key, value) -> all.put(key, split(value)));
    return all;
  }

  private static List<String> split(String text) {
    return Arrays.stream(text.split("\\s+", -1)).filter(word -> !word.isEmpty()).toList();
  }

  private static Map<String, List<String>> yaml(String text) {
    YamlReader reader = new YamlReader("its settings");
    try {
      Map<String, List<String>> all = new HashMap<>();
      reader
          .document(text)
          .map(node -> reader.mapping(node, "the settings", KEYS))
          .orElse(Map.<String, Node>of())
          .forEach((key, node) -> all.put(key, texts(reader, key, node)));
      return all;
    } catch (YamlFileException e) {
      throw new IllegalArgumentException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Returns the texts of a list, whose spaces count, or the words of a text. */
  private static List<String> texts(YamlReader reader, String key, Node node) {
    return LISTS.contains(key) && node instanceof SequenceNode
        ? reader.sequence(node, key).stream().map(part -> reader.text(part, key)).toList()
        : split(reader.text(node, key));
  }

  private static URI url(String text) {
    try {
      URI url = new URI(text);
      boolean web = "https".equals(url.getScheme()) || "http".equals(url.getScheme());
      if (!web || url.getHost() == null || url.getRawFragment() != null) {
        throw new IllegalArgumentException("url must be an http or https URL with a host");
      }
      if (url.getRawUserInfo() != null) {
        throw new IllegalArgumentException("url must not have a password");
      }
      if (text.length() > LONGEST_URL) {
        throw new IllegalArgumentException("url has more than " + LONGEST_URL + " characters");
      }
      return url;
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("url is no URL", e);
    }
  }

  private static Set<String> words(@Nullable List<String> lists) {
    return lists == null
        ? Set.of()
        : lists.stream()
            .flatMap(list -> Arrays.stream(list.split(",", -1)))
            .map(String::strip)
            .filter(word -> !word.isEmpty())
            .collect(Collectors.toSet());
  }
}
