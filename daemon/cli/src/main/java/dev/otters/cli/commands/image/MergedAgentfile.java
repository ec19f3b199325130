package dev.otters.cli.commands.image;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Prints the config of an agent image.
 *
 * @param config the image's config; members of an unknown form are ignored
 * @param labels the image's annotations
 */
record MergedAgentfile(Map<String, @Nullable Object> config, Map<String, String> labels) {
  private static final String DESCRIPTION = "org.opencontainers.image.description";
  private static final String WISH = "io.openotters.";
  private static final String NOT_DONE = "; not supported by this release, ignored";

  /** Adds the contents, the required values and the requests of an image. */
  void print(FactSheet facts) {
    facts
        .with("description", labels.getOrDefault("description", labels.get(DESCRIPTION)))
        .with("model", text(part("agent"), "model"))
        .with("runtime", text(part("agent"), "runtime"))
        .with("built from", lineage())
        .with("contexts", each("agent", "contexts", c -> words(c, "name", "description")))
        .with("tools", last("bins", "name", b -> words(b, "name", "image", "description")))
        .with("files", last("adds", "name", a -> words(a, "name", "description")))
        .with("config", last("configs", "key", MergedAgentfile::config))
        .with("env", last("envs", "key", e -> text(e, "key") + "=" + text(e, "value")))
        .with("capabilities", String.join(", ", names(part("agent").get("capabilities"))))
        .with("resources", each("x-otters", "resources", r -> words(r, "name", "kind", "mode")))
        .with("vaults", each("x-otters", "vaults", MergedAgentfile::vault))
        .with("skills", each("x-otters", "skills", s -> words(s, "name", "description")))
        .with("needs", needs())
        .with("asks for", wishes());
  }

  private static String vault(Map<?, ?> vault) {
    return text(vault, "name")
        + " as "
        + text(vault, "env")
        + " for "
        + String.join(", ", names(vault.get("bins")));
  }

  private String lineage() {
    List<String> parents = rows("x-otters", "parents").stream().map(p -> text(p, "name")).toList();
    String from = text(part("agent"), "from");
    return parents.isEmpty() ? from : String.join(" <- ", parents);
  }

  private static String config(Map<?, ?> config) {
    Object value = config.get("value");
    return text(config, "key") + (value == null ? "" : "=" + value);
  }

  /** Returns the required values without a default. */
  private List<String> needs() {
    Map<String, @Nullable Object> values = new HashMap<>();
    Set<String> missing = new TreeSet<>();
    for (Map<?, ?> config : rows("agent", "configs")) {
      values.put(text(config, "key"), config.get("value"));
      if (Boolean.TRUE.equals(config.get("required"))) {
        missing.add(text(config, "key"));
      }
    }
    missing.removeIf(key -> values.get(key) != null);
    List<String> needs = new ArrayList<>();
    missing.forEach(key -> needs.add("CONFIG " + key + ", given with --config " + key + "=…"));
    wish("required-env", needs, keys -> "ENV " + keys + ", given with -e KEY=…");
    return needs;
  }

  /** Returns the image's requests that only the operator can grant. */
  private List<String> wishes() {
    List<String> wishes = new ArrayList<>();
    wish("required-mounts", wishes, at -> "folders at " + at + ", given with -v FOLDER:TARGET");
    String limits =
        Stream.of("memory", "cpus", "pids")
            .filter(limit -> labels.containsKey(WISH + limit))
            .map(limit -> limit + " " + labels.get(WISH + limit))
            .collect(Collectors.joining(", "));
    if (!limits.isEmpty()) {
      wishes.add(limits + ", granted with --allow-declared");
    }
    wish("allow-hosts", wishes, hosts -> "the hosts " + hosts + ", granted with --allow-declared");
    wish("ask-tools", wishes, tools -> "approval of calls of " + tools + NOT_DONE);
    return wishes;
  }

  private void wish(String key, List<String> into, Function<String, String> sentence) {
    String value = labels.get(WISH + key);
    if (value != null) {
      into.add(sentence.apply(value));
    }
  }

  private Map<?, ?> part(String name) {
    return config.get(name) instanceof Map<?, ?> found ? found : Map.of();
  }

  private List<Map<?, ?>> rows(String part, String name) {
    List<Map<?, ?>> rows = new ArrayList<>();
    if (part(part).get(name) instanceof List<?> found) {
      for (Object row : found) {
        if (row instanceof Map<?, ?> map) {
          rows.add(map);
        }
      }
    }
    return rows;
  }

  private List<String> each(String part, String name, Function<Map<?, ?>, String> words) {
    return rows(part, name).stream().map(words).toList();
  }

  /** Returns the last row of each key. */
  private List<String> last(String name, String key, Function<Map<?, ?>, String> words) {
    Map<String, String> last = new LinkedHashMap<>();
    rows("agent", name).forEach(row -> last.put(text(row, key), words.apply(row)));
    return List.copyOf(last.values());
  }

  private static String words(Map<?, ?> row, String... keys) {
    return Stream.of(keys)
        .map(key -> text(row, key))
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining("  "));
  }

  private static List<String> names(@Nullable Object list) {
    return list instanceof List<?> all ? all.stream().map(String::valueOf).toList() : List.of();
  }

  private static String text(Map<?, ?> row, String key) {
    return Objects.toString(row.get(key), "");
  }
}
