package dev.otters.oci.agent;

import dev.otters.agentfile.Add;
import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.Bin;
import dev.otters.agentfile.Capability;
import dev.otters.agentfile.Config;
import dev.otters.agentfile.ConfigValue;
import dev.otters.agentfile.Context;
import dev.otters.agentfile.Env;
import dev.otters.agentfile.ImageName;
import dev.otters.agentfile.ModelName;
import dev.otters.agentfile.resolve.Lineage;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.json.JsonView;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Reads the config blob of an agent image from any builder. The records validate themselves as for
 * a source file. Unknown fields are skipped.
 */
final class ConfigBlobReader {
  private final JsonView agent;
  private final JsonView root;

  private ConfigBlobReader(JsonView root) {
    this.root = root;
    this.agent = root.object("agent").orElseThrow(() -> root.at("agent").error("is missing"));
  }

  /**
   * Reads the definition.
   *
   * @param source the verbatim Agentfile; empty if the image has none
   * @param what names the image in errors
   * @throws OciException INVALID_IMAGE naming the field
   */
  static Content read(byte[] json, String source, String what) {
    ConfigBlobReader reader =
        new ConfigBlobReader(JsonView.parse(json, "config of " + what, Reason.INVALID_IMAGE));
    Agentfile file = reader.agentfile(source);
    return new Content(file, LineageBlob.read(reader.root, file), reader.unknown());
  }

  /** The content of a config blob. */
  record Content(Agentfile agentfile, Lineage lineage, Unknown unknown) {}

  private Unknown unknown() {
    return new Unknown(
        agent.texts("capabilities").stream()
            .filter(name -> Capability.find(name).isEmpty())
            .distinct()
            .toList(),
        others(root, ConfigBlob.ROOT),
        others(agent, ConfigBlob.AGENT),
        root.object(ExtensionBlob.KEY).map(x -> others(x, ExtensionBlob.FIELDS)).orElse(Map.of()),
        List.of());
  }

  private static Map<String, Object> others(JsonView view, Set<String> known) {
    Map<String, Object> fields = view.asMap();
    fields.keySet().removeAll(known);
    return fields;
  }

  private Agentfile agentfile(String source) {
    return checked(
        agent,
        view ->
            new Agentfile(
                source,
                root.optionalText("syntax").orElse(Agentfile.SYNTAX),
                new Agentfile.Header(
                    view.optionalText("from").orElse(Agentfile.SCRATCH),
                    text("runtime").map(t -> checked(view.at("runtime"), v -> ImageName.of(t))),
                    text("model").map(t -> checked(view.at("model"), v -> ModelName.of(t))),
                    text("name")),
                list("contexts", ConfigBlobReader::context),
                list("configs", ConfigBlobReader::config),
                list("bins", ConfigBlobReader::bin),
                list("adds", ConfigBlobReader::add),
                view.texts("exec"),
                new LinkedHashMap<>(view.textMap("labels")),
                new LinkedHashMap<>(view.textMap("args")),
                list("envs", ConfigBlobReader::env),
                new Agentfile.Extensions(
                    capabilities(view),
                    extensions("resources", ExtensionBlob::resource),
                    extensions("vaults", ExtensionBlob::vault),
                    extensions("skills", ExtensionBlob::skill))));
  }

  private Optional<String> text(String field) {
    return agent.optionalText(field).filter(value -> !value.isEmpty());
  }

  private <T> List<T> list(String field, Function<JsonView, T> read) {
    return agent.objects(field).stream().map(view -> checked(view, read)).toList();
  }

  private <T> List<T> extensions(String field, Function<JsonView, T> read) {
    return root.object(ExtensionBlob.KEY).map(it -> it.objects(field)).orElse(List.of()).stream()
        .map(view -> checked(view, read))
        .toList();
  }

  private static Context context(JsonView view) {
    Optional<String> file = view.optionalText("file").filter(path -> !path.isEmpty());
    Optional<String> content = view.optionalText("content").filter(text -> !text.isEmpty());
    if (file.isPresent() && content.isPresent()) {
      throw view.error("has both content and file");
    }
    Context.Body body =
        file.<Context.Body>map(Context.FromFile::new)
            .or(() -> content.map(Context.Inline::new))
            .orElseGet(Context.Empty::new);
    return new Context(view.text("name"), description(view), body);
  }

  private static Config config(JsonView view) {
    Optional<ConfigValue> value =
        view.scalar("value")
            .map(
                scalar ->
                    switch (scalar) {
                      case Boolean flag -> new ConfigValue.Bool(flag);
                      case Long number -> new ConfigValue.Int(number);
                      case Double number -> new ConfigValue.Decimal(number);
                      default -> new ConfigValue.Text(scalar.toString());
                    });
    return new Config(view.text("key"), value, view.flag("required"), description(view));
  }

  private static Bin bin(JsonView view) {
    return new Bin(
        view.text("name"),
        ImageName.of(view.text("image")),
        description(view),
        view.optionalText("usage").orElse(""));
  }

  /** Older images have a destination path instead of a name. */
  private static Add add(JsonView view) {
    String name =
        view.optionalText("name")
            .or(() -> view.optionalText("dst").map(dst -> dst.substring(dst.lastIndexOf('/') + 1)))
            .orElseThrow(() -> view.at("name").error("is missing"));
    return new Add(view.text("src"), name, description(view));
  }

  private static Env env(JsonView view) {
    return new Env(view.text("key"), view.optionalText("value").orElse(""), description(view));
  }

  /** Leaves out unknown capabilities, since this release cannot grant them. */
  private static SequencedSet<Capability> capabilities(JsonView view) {
    return view.texts("capabilities").stream()
        .map(Capability::find)
        .flatMap(Optional::stream)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  static String description(JsonView view) {
    return view.optionalText("description").orElse("");
  }

  private static <T> T checked(JsonView view, Function<JsonView, T> read) {
    try {
      return read.apply(view);
    } catch (IllegalArgumentException e) {
      throw view.error("is refused: " + e.getMessage());
    }
  }
}
