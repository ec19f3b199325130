package dev.otters.models.provider.scripted;

import dev.otters.home.yaml.YamlNodes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Reads YAML nodes, which know their lines and never become objects of foreign classes. */
record Yaml(String file) {
  /** Returns the members of a mapping, all of whose keys must be allowed and differ. */
  Map<String, Node> mapping(Node node, String what, Set<String> allowed) {
    if (!(node instanceof MappingNode mapping)) {
      throw wrong(node, what + " must be a mapping");
    }
    return YamlNodes.members(
        mapping,
        allowed,
        (at, message, known) -> {
          String hint = known.isEmpty() ? "" : "; allowed: " + sorted(known);
          throw wrong(at, message + " in " + what + hint);
        });
  }

  private static String sorted(Collection<String> words) {
    return String.join(", ", words.stream().sorted().toList());
  }

  List<Node> sequence(Node node, String what) {
    if (!(node instanceof SequenceNode sequence)) {
      throw wrong(node, what + " must be a list");
    }
    return new ArrayList<>(sequence.getValue());
  }

  String text(Node node, String what) {
    if (!(node instanceof ScalarNode scalar)) {
      throw wrong(node, what + " must be a text");
    }
    return scalar.getValue();
  }

  Optional<String> maybeText(Map<String, Node> members, String key) {
    return Optional.ofNullable(members.get(key)).map(node -> text(node, key));
  }

  ScriptException wrong(Node node, String message) {
    return new ScriptException(file, node, message);
  }
}
