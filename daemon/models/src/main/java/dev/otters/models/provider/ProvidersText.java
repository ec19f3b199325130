package dev.otters.models.provider;

import dev.otters.home.yaml.YamlNodes;
import dev.otters.models.provider.ProvidersYaml.Parsed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.CollectionNode;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Edits the text of {@code providers.yaml} and keeps all other lines: comments, order, blank lines.
 * If the layout of the text is too unusual for that, the text is written again without comments.
 */
final class ProvidersText {
  private static final String HEAD =
      """
      # Model providers of Otters; see 'otters provider --help'. Keys stay in this file, which only you may read.
      providers:
      """;

  private final List<String> lines;
  private final Optional<MappingNode> root;
  private final List<ProviderEntry> entries;

  /**
   * A changed text.
   *
   * @param kept whether the text keeps its comments and layout
   */
  record Changed(String text, boolean kept) {}

  /** Creates an editor of a text without errors. */
  ProvidersText(String text) {
    lines = new ArrayList<>(text.lines().toList());
    root =
        YamlNodes.compose(text).filter(MappingNode.class::isInstance).map(MappingNode.class::cast);
    entries = ProvidersYaml.parse("", text).entries();
  }

  Optional<ProviderEntry> entry(String name) {
    return entries.stream().filter(entry -> entry.name().equals(name)).findFirst();
  }

  Changed add(ProviderEntry entry) {
    List<ProviderEntry> wanted = new ArrayList<>(entries);
    wanted.add(entry);
    Optional<SequenceNode> list = list();
    if (list.isPresent() && !list.get().getValue().isEmpty()) {
      Node last = list.get().getValue().getLast();
      lines.addAll(lastLine(last) + 1, block(entry, indent(last)));
    } else if (root.isPresent() && !root.get().getValue().isEmpty()) {
      NodeTuple key = root.get().getValue().getFirst();
      lines.set(key.getKeyNode().getStartMark().getLine(), "providers:");
      lines.addAll(key.getKeyNode().getStartMark().getLine() + 1, block(entry, "  "));
    } else {
      HEAD.lines().skip(lines.isEmpty() ? 0 : 1).forEach(lines::add);
      lines.addAll(block(entry, "  "));
    }
    return checked(wanted);
  }

  Changed remove(String name) {
    List<ProviderEntry> wanted =
        entries.stream().filter(entry -> !entry.name().equals(name)).toList();
    node(name)
        .ifPresent(
            node -> lines.subList(node.getStartMark().getLine(), lastLine(node) + 1).clear());
    return checked(wanted);
  }

  Changed replace(ProviderEntry entry) {
    List<ProviderEntry> wanted =
        entries.stream().map(old -> old.name().equals(entry.name()) ? entry : old).toList();
    node(entry.name()).ifPresent(node -> rewrite(node, entry));
    return checked(wanted);
  }

  /**
   * Replaces the members that differ, from the last to the first, so that line numbers stay valid.
   */
  private void rewrite(MappingNode node, ProviderEntry entry) {
    Map<String, String> wanted = members(entry);
    Map<String, String> old = members(entry(entry.name()).orElseThrow());
    String indent = indent(node) + "  ";
    List<String> fresh = new ArrayList<>();
    wanted.forEach(
        (key, value) -> {
          if (member(node, key).isEmpty() && !value.equals(old.get(key))) {
            fresh.add(indent + key + ": " + value);
          }
        });
    lines.addAll(lastLine(node) + 1, fresh);
    for (NodeTuple tuple : node.getValue().reversed()) {
      String key = ((ScalarNode) tuple.getKeyNode()).getValue();
      String value = wanted.get(key);
      int from = tuple.getKeyNode().getStartMark().getLine();
      if (value == null) {
        lines.subList(from, lastLine(tuple.getValueNode()) + 1).clear();
      } else if (!value.equals(old.get(key))) {
        String before = lines.get(from).substring(0, tuple.getKeyNode().getStartMark().getColumn());
        String behind = comment(tuple.getValueNode());
        lines.subList(from, lastLine(tuple.getValueNode()) + 1).clear();
        lines.add(from, before + key + ": " + value + behind);
      }
    }
  }

  private String comment(Node value) {
    String line = lines.get(lastLine(value));
    String rest = line.substring(Math.min(line.length(), value.getEndMark().getColumn()));
    return value instanceof ScalarNode && rest.strip().startsWith("#") ? "  " + rest.strip() : "";
  }

  private Changed checked(List<ProviderEntry> wanted) {
    String text = String.join("\n", lines) + "\n";
    Parsed parsed = ProvidersYaml.parse("", text);
    if (parsed.good() && parsed.entries().equals(wanted)) {
      return new Changed(text, true);
    }
    StringBuilder anew = new StringBuilder(HEAD);
    wanted.forEach(entry -> block(entry, "  ").forEach(line -> anew.append(line).append('\n')));
    return new Changed(anew.toString(), false);
  }

  private Optional<SequenceNode> list() {
    return root.flatMap(it -> member(it, "providers"))
        .filter(SequenceNode.class::isInstance)
        .map(SequenceNode.class::cast);
  }

  private Optional<MappingNode> node(String name) {
    return list().stream()
        .flatMap(it -> it.getValue().stream())
        .map(MappingNode.class::cast)
        .filter(
            it ->
                member(it, "name")
                    .filter(node -> ((ScalarNode) node).getValue().equals(name))
                    .isPresent())
        .findFirst();
  }

  private static Optional<Node> member(MappingNode mapping, String key) {
    return mapping.getValue().stream()
        .filter(tuple -> ((ScalarNode) tuple.getKeyNode()).getValue().equals(key))
        .map(NodeTuple::getValueNode)
        .findFirst();
  }

  /** Returns the indentation of the dash of an item. */
  private String indent(Node item) {
    String line = lines.get(item.getStartMark().getLine());
    int dash = line.indexOf('-');
    return dash < 0 || !line.substring(0, dash).isBlank() ? "  " : line.substring(0, dash);
  }

  /** Returns the line in which a value ends. The mark of a block lies after its comments. */
  private static int lastLine(Node node) {
    if (node instanceof CollectionNode<?> collection
        && !collection.getValue().isEmpty()
        && collection.getFlowStyle() == org.yaml.snakeyaml.DumperOptions.FlowStyle.BLOCK) {
      Object last = collection.getValue().getLast();
      return lastLine(last instanceof NodeTuple tuple ? tuple.getValueNode() : (Node) last);
    }
    int line = node.getEndMark().getLine();
    return node.getEndMark().getColumn() == 0 && line > node.getStartMark().getLine()
        ? line - 1
        : line;
  }

  private static List<String> block(ProviderEntry entry, String indent) {
    List<String> block = new ArrayList<>();
    members(entry)
        .forEach(
            (key, value) ->
                block.add(indent + (block.isEmpty() ? "- " : "  ") + key + ": " + value));
    return block;
  }

  private static Map<String, String> members(ProviderEntry entry) {
    Map<String, String> members = new LinkedHashMap<>();
    members.put("name", entry.name());
    members.put("kind", entry.kind().toString());
    entry.apiKey().ifPresent(key -> members.put("api-key", quoted(key.written().reveal())));
    entry.apiBase().ifPresent(base -> members.put("api-base", quoted(base.written().reveal())));
    if (!entry.models().isEmpty()) {
      members.put(
          "models",
          "["
              + String.join(", ", entry.models().stream().map(ProvidersText::quoted).toList())
              + "]");
    }
    return members;
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
