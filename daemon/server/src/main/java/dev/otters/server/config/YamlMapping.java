package dev.otters.server.config;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.home.yaml.YamlNodes;
import dev.otters.home.yaml.YamlSyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Reads one flat YAML document; every complaint says file, line and column. */
final class YamlMapping {
  private final String file;
  private final Map<String, Node> values;

  private YamlMapping(String file, Map<String, Node> values) {
    this.file = file;
    this.values = values;
  }

  static YamlMapping parse(String file, String text, List<String> knownKeys) {
    Node root;
    try {
      root = YamlNodes.compose(text).orElse(null);
    } catch (YamlSyntaxException e) {
      throw invalid(file + ":" + e.line() + ": " + e.getMessage(), "Correct the YAML.");
    }
    if (root == null) {
      return new YamlMapping(file, Map.of());
    }
    if (!(root instanceof MappingNode mapping)) {
      throw invalid(
          at(file, root) + "expected keys with values", "Write one 'key: value' on each line.");
    }
    List<String> problems = new ArrayList<>();
    Map<String, Node> values =
        YamlNodes.members(
            mapping, knownKeys, (node, message, _) -> problems.add(at(file, node) + message));
    if (!problems.isEmpty()) {
      throw invalid(
          String.join("; ", problems),
          "Use only these keys: " + String.join(", ", knownKeys) + ".");
    }
    return new YamlMapping(file, values);
  }

  /**
   * Reads a scalar.
   *
   * @param key its key
   * @param expected what it must be, for the message
   * @param reader turns the text into the value; throws IllegalArgumentException when it cannot
   * @return the value, empty when the key is absent
   */
  <T> Optional<T> scalar(String key, String expected, Function<String, T> reader) {
    return Optional.ofNullable(values.get(key)).map(node -> read(key, node, expected, reader));
  }

  /** Reads a list of texts, empty when the key is absent. */
  Optional<List<String>> texts(String key) {
    return list(key, "a text", Function.identity());
  }

  /**
   * Reads a list of values, empty when the key is absent.
   *
   * @param expected a description of a valid value
   */
  <T> Optional<List<T>> list(String key, String expected, Function<String, T> reader) {
    Node node = values.get(key);
    if (node == null) {
      return Optional.empty();
    }
    if (!(node instanceof SequenceNode sequence)) {
      throw invalid(
          at(file, node) + key + " must be a list of texts", "Write it as [\"a\", \"b\"].");
    }
    return Optional.of(
        sequence.getValue().stream().map(item -> read(key, item, expected, reader)).toList());
  }

  private <T> T read(String key, Node node, String expected, Function<String, T> reader) {
    if (node instanceof ScalarNode scalar) {
      try {
        return reader.apply(scalar.getValue());
      } catch (IllegalArgumentException | java.time.DateTimeException e) {
        throw wrong(key, node, scalar.getValue(), expected);
      }
    }
    throw wrong(key, node, "a " + node.getNodeId(), expected);
  }

  private ApiException wrong(String key, Node node, String found, String expected) {
    return invalid(at(file, node) + key + " is '" + found + "'", "Use " + expected + ".");
  }

  private static ApiException invalid(String title, String remedy) {
    return ApiException.of(ErrorCode.INVALID_REQUEST, title, remedy);
  }

  private static String at(String file, Node node) {
    return file + ":" + YamlNodes.line(node) + ":" + YamlNodes.column(node) + ": ";
  }
}
