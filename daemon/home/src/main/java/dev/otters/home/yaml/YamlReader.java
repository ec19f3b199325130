package dev.otters.home.yaml;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Reads one YAML file. Every method throws {@link YamlFileException} for the first error. */
public record YamlReader(String file) {
  /** Parses the text of the file; empty if it has no document. */
  public Optional<Node> document(String text) {
    try {
      return YamlNodes.compose(text);
    } catch (YamlSyntaxException e) {
      throw new YamlFileException(file, e.line(), e.getMessage());
    }
  }

  /** Returns the members of a mapping, all of whose keys must be allowed and differ. */
  public Map<String, Node> mapping(Node node, String what, Set<String> allowed) {
    if (!(node instanceof MappingNode mapping)) {
      throw wrong(node, what + " must be a mapping");
    }
    return YamlNodes.members(
        mapping,
        allowed,
        (at, message, known) -> {
          String words = String.join(", ", known.stream().sorted().toList());
          throw wrong(at, message + " in " + what + (known.isEmpty() ? "" : "; allowed: " + words));
        });
  }

  /** Returns the items of a list. */
  public List<Node> sequence(Node node, String what) {
    if (!(node instanceof SequenceNode sequence)) {
      throw wrong(node, what + " must be a list");
    }
    return List.copyOf(sequence.getValue());
  }

  /** Returns the text of a scalar. */
  public String text(Node node, String what) {
    if (!(node instanceof ScalarNode scalar)) {
      throw wrong(node, what + " must be a text");
    }
    return scalar.getValue();
  }

  /** Returns the text of a member; empty if it is missing. */
  public Optional<String> maybeText(Map<String, Node> members, String key) {
    return Optional.ofNullable(members.get(key)).map(node -> text(node, key));
  }

  /** Returns the error of a node. */
  public YamlFileException wrong(Node node, String message) {
    return new YamlFileException(file, YamlNodes.line(node), message);
  }
}
