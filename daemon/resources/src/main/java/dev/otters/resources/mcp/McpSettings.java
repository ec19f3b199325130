package dev.otters.resources.mcp;

import dev.otters.home.yaml.YamlFileException;
import dev.otters.home.yaml.YamlReader;
import dev.otters.resources.provider.DeclaredResource;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.nodes.Node;

/**
 * The settings of a RESOURCE of kind {@code mcp}.
 *
 * @param url where the server is
 * @param readTools the tools that may read, if the server says that they only read
 */
record McpSettings(URI url, Set<String> readTools) {
  private static final String URL = "url";
  private static final String BIN = "bin";
  private static final String READ_TOOLS = "read-tools";
  private static final Set<String> KEYS = Set.of(URL, BIN, READ_TOOLS);
  private static final int LONGEST_URL = 2000;

  McpSettings {
    readTools = Set.copyOf(readTools);
  }

  /**
   * Reads the settings of a resource.
   *
   * @throws IllegalArgumentException with what is wrong, a sentence without its end
   */
  static McpSettings of(DeclaredResource resource) {
    Map<String, String> given =
        resource.body().map(McpSettings::yaml).orElseGet(resource::settings);
    Set<String> unknown = new TreeSet<>(given.keySet());
    unknown.removeAll(KEYS);
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "kind=mcp has no setting %s; it has url and read-tools"
              .formatted(unknown.iterator().next()));
    }
    if (given.containsKey(BIN)) {
      throw new IllegalArgumentException(
          "this release starts no MCP servers itself. Give the url of one that runs");
    }
    String url = given.getOrDefault(URL, "");
    if (url.isBlank()) {
      throw new IllegalArgumentException("kind=mcp needs the url of its server");
    }
    return new McpSettings(url(url), words(given.getOrDefault(READ_TOOLS, "")));
  }

  private static Map<String, String> yaml(String text) {
    YamlReader reader = new YamlReader("its settings");
    try {
      Map<String, String> texts = new HashMap<>();
      reader
          .document(text)
          .map(node -> reader.mapping(node, "the settings", KEYS))
          .orElse(Map.<String, Node>of())
          .forEach((key, node) -> texts.put(key, reader.text(node, key)));
      return texts;
    } catch (YamlFileException e) {
      throw new IllegalArgumentException(String.valueOf(e.getMessage()), e);
    }
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

  private static Set<String> words(String list) {
    return Arrays.stream(list.split("[,\\s]+", -1))
        .filter(word -> !word.isEmpty())
        .collect(Collectors.toSet());
  }
}
