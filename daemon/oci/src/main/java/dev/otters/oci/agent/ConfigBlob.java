package dev.otters.oci.agent;

import dev.otters.agentfile.Add;
import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.Bin;
import dev.otters.agentfile.Capability;
import dev.otters.agentfile.Config;
import dev.otters.agentfile.ConfigValue;
import dev.otters.agentfile.Context;
import dev.otters.agentfile.Env;
import dev.otters.agentfile.resolve.Lineage;
import dev.otters.oci.json.JsonText;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Writes the config blob of an agent image. Its bytes determine the image's digest, so field order
 * and indentation are fixed, empty fields are left out, and labels and args are sorted.
 */
final class ConfigBlob {
  static final Set<String> ROOT = Set.of("syntax", "agent", ExtensionBlob.KEY);
  static final Set<String> AGENT =
      Set.of(
          "from",
          "runtime",
          "model",
          "name",
          "contexts",
          "configs",
          "bins",
          "adds",
          "exec",
          "labels",
          "args",
          "envs",
          "capabilities");

  private ConfigBlob() {}

  /**
   * Writes a definition.
   *
   * @param lineage the images that the definition is merged from
   * @param unknown their unknown content, which follows the known fields
   */
  static byte[] write(Agentfile file, Lineage lineage, Unknown unknown) {
    Map<String, Object> agent = new LinkedHashMap<>();
    agent.put("from", file.from());
    file.runtime().ifPresent(runtime -> agent.put("runtime", runtime.toString()));
    file.model().ifPresent(model -> agent.put("model", model.toString()));
    file.name().ifPresent(name -> agent.put("name", name));
    list(agent, "contexts", file.contexts(), ConfigBlob::context);
    list(agent, "configs", file.configs(), ConfigBlob::config);
    list(agent, "bins", file.bins(), ConfigBlob::bin);
    list(agent, "adds", file.adds(), ConfigBlob::add);
    list(agent, "exec", file.exec(), argument -> argument);
    map(agent, "labels", file.labels());
    map(agent, "args", file.args());
    list(agent, "envs", file.envs(), ConfigBlob::env);
    list(agent, "capabilities", file.capabilities(), Capability::kebabName);
    agent.putAll(unknown.agent());
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("syntax", file.syntax());
    root.put("agent", agent);
    root.putAll(unknown.root());
    Map<String, Object> extension = ExtensionBlob.write(file);
    list(extension, LineageBlob.KEY, lineage.ancestors(), LineageBlob::write);
    extension.putAll(unknown.extension());
    if (!extension.isEmpty()) {
      root.put(ExtensionBlob.KEY, extension);
    }
    return JsonText.indented(root);
  }

  private static Object context(Context context) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", context.name());
    text(fields, "description", context.description());
    switch (context.body()) {
      case Context.Inline(String text) -> fields.put("content", text);
      case Context.FromFile(String path) -> fields.put("file", path);
      case Context.Empty() -> {}
    }
    return fields;
  }

  private static Object config(Config config) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("key", config.key());
    config.value().ifPresent(value -> fields.put("value", value(value)));
    text(fields, "description", config.description());
    if (config.required()) {
      fields.put("required", true);
    }
    return fields;
  }

  private static Object value(ConfigValue value) {
    return switch (value) {
      case ConfigValue.Bool(boolean flag) -> flag;
      case ConfigValue.Int(long number) -> number;
      case ConfigValue.Decimal(double number) -> number;
      case ConfigValue.Text(String text) -> text;
    };
  }

  private static Object bin(Bin bin) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", bin.name());
    fields.put("image", bin.image().toString());
    text(fields, "description", bin.description());
    text(fields, "usage", bin.usage());
    return fields;
  }

  private static Object add(Add add) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("src", add.source());
    fields.put("name", add.name());
    text(fields, "description", add.description());
    return fields;
  }

  private static Object env(Env env) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("key", env.key());
    fields.put("value", env.value());
    text(fields, "description", env.description());
    return fields;
  }

  static void text(Map<String, Object> fields, String key, String value) {
    if (!value.isEmpty()) {
      fields.put(key, value);
    }
  }

  static <T> void list(
      Map<String, Object> fields, String key, Collection<T> items, Function<T, Object> write) {
    List<Object> written = items.stream().map(write).toList();
    if (!written.isEmpty()) {
      fields.put(key, written);
    }
  }

  static void map(Map<String, Object> fields, String key, Map<String, String> items) {
    if (!items.isEmpty()) {
      fields.put(key, new TreeMap<>(items));
    }
  }
}
