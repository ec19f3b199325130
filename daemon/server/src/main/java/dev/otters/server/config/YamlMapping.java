package dev.otters.server.config;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
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
      root = new Yaml(new SafeConstructor(new LoaderOptions())).compose(new StringReader(text));
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 0 : e.getProblemMark().getLine();
      throw invalid(file + ":" + (line + 1) + ": " + e.getProblem(), "correct the YAML");
    }
    if (root == null) {
      return new YamlMapping(file, Map.of());
    }
    if (!(root instanceof MappingNode mapping)) {
      throw invalid(at(file, root) + "expected keys with values", "write one 'key: value' a line");
    }
    Map<String, Node> values = new LinkedHashMap<>();
    List<String> problems = new ArrayList<>();
    for (NodeTuple tuple : mapping.getValue()) {
      String key = tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "";
      if (!knownKeys.contains(key)) {
        problems.add(at(file, tuple.getKeyNode()) + "unknown key '" + key + "'");
      } else if (values.put(key, tuple.getValueNode()) != null) {
        problems.add(at(file, tuple.getKeyNode()) + "key '" + key + "' stands twice");
      }
    }
    if (!problems.isEmpty()) {
      throw invalid(String.join("; ", problems), "known keys are " + String.join(", ", knownKeys));
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
    Node node = values.get(key);
    if (node == null) {
      return Optional.empty();
    }
    if (!(node instanceof SequenceNode sequence)) {
      throw invalid(
          at(file, node) + key + " must be a list of texts", "write it as [\"a\", \"b\"]");
    }
    return Optional.of(
        sequence.getValue().stream()
            .map(item -> read(key, item, "a text", Function.identity()))
            .toList());
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
    return invalid(at(file, node) + key + " is '" + found + "'", "it must be " + expected);
  }

  private static ApiException invalid(String title, String remedy) {
    return ApiException.of(ErrorCode.INVALID_REQUEST, title, remedy);
  }

  private static String at(String file, Node node) {
    return file
        + ":"
        + (node.getStartMark().getLine() + 1)
        + ":"
        + (node.getStartMark().getColumn() + 1)
        + ": ";
  }
}
