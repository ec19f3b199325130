package dev.otters.home.yaml;

import java.io.StringReader;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.composer.ComposerException;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** Reads YAML as nodes, which know their lines and never become objects of foreign classes. */
public final class YamlNodes {
  private static final Pattern HARMLESS = Pattern.compile("[A-Za-z0-9_. -]{0,24}");

  /** Receives what is wrong with a node. */
  public interface Complaints {
    /**
     * Adds a complaint.
     *
     * @param allowed the values to choose from; empty if they cannot be listed
     */
    void add(Node at, String message, Collection<String> allowed);
  }

  private YamlNodes() {}

  /**
   * Parses a document; empty if the text has none.
   *
   * @throws YamlSyntaxException if the text is not YAML
   */
  public static Optional<Node> compose(String text) {
    try {
      return Optional.ofNullable(
          new Yaml(new SafeConstructor(new LoaderOptions())).compose(new StringReader(text)));
    } catch (MarkedYAMLException e) {
      var mark = e.getProblemMark() == null ? e.getContextMark() : e.getProblemMark();
      boolean quotes = e instanceof ComposerException || e.getProblem() == null;
      throw new YamlSyntaxException(
          mark == null ? 0 : mark.getLine() + 1,
          mark == null ? 0 : mark.getColumn() + 1,
          quotes ? "an alias or a tag is not allowed here" : e.getProblem());
    } catch (YAMLException e) {
      throw new YamlSyntaxException(0, 0, "it contains characters that are not allowed in text");
    }
  }

  /** Returns the members of a mapping; complains about unknown keys and about repeated ones. */
  public static Map<String, Node> members(
      MappingNode mapping, Collection<String> known, Complaints complaints) {
    Map<String, Node> members = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      Node keyNode = tuple.getKeyNode();
      String key = keyNode instanceof ScalarNode scalar ? scalar.getValue() : "";
      if (!known.contains(key)) {
        complaints.add(keyNode, "unknown key '" + shown(key) + "'", known);
      } else if (members.put(key, tuple.getValueNode()) != null) {
        complaints.add(keyNode, "the key '" + key + "' appears twice", List.of());
      }
    }
    return members;
  }

  /** Returns the line of a node, counted from 1. */
  public static int line(Node node) {
    return node.getStartMark().getLine() + 1;
  }

  /** Returns the column of a node, counted from 1. */
  public static int column(Node node) {
    return node.getStartMark().getColumn() + 1;
  }

  /** Quotes a short harmless word as it is; any other text may be a secret in the wrong place. */
  private static String shown(String text) {
    return HARMLESS.matcher(text).matches() ? text : "…";
  }
}
