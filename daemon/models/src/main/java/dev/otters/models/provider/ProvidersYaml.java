package dev.otters.models.provider;

import dev.otters.api.Excerpt;
import dev.otters.api.SourcePlace;
import dev.otters.api.SourceProblem;
import dev.otters.home.text.Distance;
import dev.otters.home.yaml.YamlNodes;
import dev.otters.home.yaml.YamlSyntaxException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Reads {@code providers.yaml} and finds all its errors. A finding never quotes a line of the file,
 * which could contain a key.
 */
final class ProvidersYaml {
  /**
   * The content of a file.
   *
   * @param entries the entries without errors, in order
   * @param findings the errors and warnings, by line
   */
  record Parsed(List<ProviderEntry> entries, List<SourceProblem> findings) {
    Parsed {
      entries = List.copyOf(entries);
      findings = List.copyOf(findings);
    }

    boolean good() {
      return findings.stream().noneMatch(it -> it.severity().equals(SourceProblem.ERROR));
    }
  }

  private final String file;
  private final List<SourceProblem> findings = new ArrayList<>();
  private final Map<String, Integer> lines = new HashMap<>();

  private ProvidersYaml(String file) {
    this.file = file;
  }

  static Parsed parse(String file, String text) {
    ProvidersYaml reader = new ProvidersYaml(file);
    List<ProviderEntry> entries = new ArrayList<>();
    reader.document(text).ifPresent(root -> entries.addAll(reader.entries(root)));
    return new Parsed(entries, reader.findings);
  }

  private Optional<Node> document(String text) {
    try {
      return YamlNodes.compose(text);
    } catch (YamlSyntaxException e) {
      add(SourceProblem.ERROR, e.line(), e.column(), e.getMessage(), List.of(), null);
      return Optional.empty();
    }
  }

  private List<ProviderEntry> entries(Node root) {
    if (!(root instanceof MappingNode mapping)) {
      error(root, "the file must have the key 'providers' with a list");
      return List.of();
    }
    Map<String, Node> members = members(mapping, List.of("providers"));
    Node list = members.get("providers");
    if (list == null || isNull(list)) {
      return List.of();
    }
    if (!(list instanceof SequenceNode sequence)) {
      error(list, "providers must be a list: start each entry with '- name: …'");
      return List.of();
    }
    return sequence.getValue().stream().map(this::entry).flatMap(Optional::stream).toList();
  }

  private Optional<ProviderEntry> entry(Node node) {
    if (!(node instanceof MappingNode mapping)) {
      error(node, "a provider must be a mapping: - name: …");
      return Optional.empty();
    }
    int before = findings.size();
    Map<String, Node> members = members(mapping, Fields.KEYS);
    Optional<String> name = scalar(members, "name", Fields::name);
    if (!members.containsKey("name")) {
      error(node, "the provider has no name; add 'name: …'");
    }
    name.ifPresent(it -> once(it, members.getOrDefault("name", node)));
    Optional<Template> base = scalar(members, "api-base", Fields::base);
    Optional<ProviderKind> kind = kind(node, members, name);
    Optional<Template> key = scalar(members, "api-key", Fields::key);
    List<String> models = models(members);
    boolean wrong =
        findings.subList(before, findings.size()).stream()
            .anyMatch(it -> it.severity().equals(SourceProblem.ERROR));
    if (wrong || name.isEmpty() || kind.isEmpty()) {
      return Optional.empty();
    }
    if (key.isPresent()) {
      warnOfExposure(members, base);
    }
    return Optional.of(new ProviderEntry(name.get(), kind.get(), key, base, models));
  }

  private void once(String name, Node node) {
    Integer earlier = lines.putIfAbsent(name, YamlNodes.line(node));
    if (earlier != null) {
      error(node, "the name '" + name + "' is already used in line " + earlier);
    }
  }

  /** Returns the kind. By default it is the name, or for an address the API of most servers. */
  private Optional<ProviderKind> kind(
      Node entry, Map<String, Node> members, Optional<String> name) {
    Node node = members.get("kind");
    if (node != null) {
      if (node instanceof ScalarNode scalar) {
        return checked(scalar, Fields::kind, ProviderKind.words());
      }
      error(node, "kind must be one word");
      return Optional.empty();
    }
    Optional<ProviderKind> named = name.flatMap(ProviderKind::of);
    if (named.isEmpty() && members.containsKey("api-base")) {
      return Optional.of(ProviderKind.OPENAI);
    }
    if (named.isEmpty() && name.isPresent()) {
      error(
          entry,
          "the provider has no kind; add 'kind: …' with one of "
              + String.join(", ", ProviderKind.words()));
    }
    return named;
  }

  private List<String> models(Map<String, Node> members) {
    Node node = members.get("models");
    if (node == null || isNull(node)) {
      return List.of();
    }
    if (!(node instanceof SequenceNode sequence)) {
      error(node, "models must be a list of names: [\"a\", \"b\"]");
      return List.of();
    }
    List<String> names = new ArrayList<>();
    for (Node item : sequence.getValue()) {
      if (item instanceof ScalarNode scalar) {
        checked(scalar, Fields::model, List.of()).ifPresent(names::add);
      } else {
        error(item, "a model must be a name");
      }
    }
    return names.isEmpty() ? List.of() : Fields.models(names);
  }

  private void warnOfExposure(Map<String, Node> members, Optional<Template> base) {
    Node node = members.get("api-base");
    if (node == null || base.isEmpty() || !base.get().variables().isEmpty()) {
      return;
    }
    Fields.exposure(Fields.address(base.get().written().reveal()))
        .ifPresent(why -> at(SourceProblem.WARNING, node, why, List.of(), null));
  }

  private <T> Optional<T> scalar(Map<String, Node> members, String key, Function<String, T> check) {
    Node node = members.get(key);
    if (node == null || (isNull(node) && !key.equals("name"))) {
      return Optional.empty();
    }
    if (node instanceof ScalarNode scalar) {
      return checked(scalar, check, List.of());
    }
    error(node, key + " must be text");
    return Optional.empty();
  }

  private <T> Optional<T> checked(
      ScalarNode node, Function<String, T> check, List<String> allowed) {
    try {
      return Optional.of(check.apply(node.getValue()));
    } catch (IllegalArgumentException e) {
      String near = Distance.nearest(node.getValue(), allowed).orElse(null);
      at(SourceProblem.ERROR, node, String.valueOf(e.getMessage()), List.of(), near);
      return Optional.empty();
    }
  }

  private Map<String, Node> members(MappingNode mapping, List<String> known) {
    return YamlNodes.members(
        mapping,
        known,
        (node, message, allowed) -> {
          String key = node instanceof ScalarNode scalar ? scalar.getValue() : "";
          String near = Distance.nearest(key, allowed).orElse(null);
          at(SourceProblem.ERROR, node, message, List.copyOf(allowed), near);
        });
  }

  static boolean isNull(Node node) {
    return node instanceof ScalarNode scalar
        && scalar.isPlain()
        && scalar.getValue().matches("|~|null");
  }

  private void error(Node node, String message) {
    at(SourceProblem.ERROR, node, message, List.of(), null);
  }

  private void at(
      String severity,
      Node node,
      String message,
      List<String> allowed,
      @Nullable String suggestion) {
    add(severity, YamlNodes.line(node), YamlNodes.column(node), message, allowed, suggestion);
  }

  private void add(
      String severity,
      int line,
      int column,
      String message,
      List<String> allowed,
      @Nullable String suggestion) {
    findings.add(
        new SourceProblem(
            severity,
            SourcePlace.of(file, line, column),
            null,
            message,
            allowed,
            suggestion,
            Excerpt.NONE));
  }
}
