package dev.otters.oci.agent;

import dev.otters.agentfile.Add;
import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.Agentfile.Arg;
import dev.otters.agentfile.Agentfile.Exec;
import dev.otters.agentfile.Agentfile.Label;
import dev.otters.agentfile.Agentfile.Model;
import dev.otters.agentfile.Agentfile.Name;
import dev.otters.agentfile.Agentfile.Runtime;
import dev.otters.agentfile.Bin;
import dev.otters.agentfile.Capability;
import dev.otters.agentfile.Config;
import dev.otters.agentfile.ConfigValue;
import dev.otters.agentfile.Context;
import dev.otters.agentfile.Declaration;
import dev.otters.agentfile.Env;
import dev.otters.agentfile.ImageName;
import dev.otters.agentfile.ModelName;
import dev.otters.agentfile.Resource;
import dev.otters.agentfile.Skill;
import dev.otters.agentfile.Vault;
import dev.otters.oci.json.JsonView;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A field of the config blob with the declarations of one directive. */
record DirectiveField(
    String key,
    Function<Agentfile, Object> writer,
    Function<JsonView, List<? extends Declaration>> reader) {

  /** The fields of the upstream language, in the order of the blob. */
  static final List<DirectiveField> AGENT =
      List.of(
          text("runtime", Runtime.class, Runtime::image, it -> new Runtime(ImageName.of(it))),
          text("model", Model.class, Model::model, it -> new Model(ModelName.of(it))),
          text("name", Name.class, Name::text, Name::new),
          objects("contexts", Context.class, DirectiveField::write, DirectiveField::context),
          objects("configs", Config.class, DirectiveField::write, DirectiveField::config),
          objects("bins", Bin.class, DirectiveField::write, DirectiveField::bin),
          objects("adds", Add.class, DirectiveField::write, DirectiveField::add),
          new DirectiveField(
              "exec", Agentfile::exec, view -> List.of(new Exec(view.texts("exec")))),
          map("labels", Label.class, Label::value, Label::new),
          map("args", Arg.class, Arg::value, Arg::new),
          objects("envs", Env.class, DirectiveField::write, DirectiveField::env),
          new DirectiveField(
              "capabilities",
              file -> file.capabilities().stream().map(Capability::kebabName).toList(),
              DirectiveField::capabilities));

  /** The fields of our own directives, in the order of the blob. */
  static final List<DirectiveField> EXTENSION =
      List.of(
          objects("resources", Resource.class, DirectiveField::write, DirectiveField::resource),
          objects("vaults", Vault.class, DirectiveField::write, DirectiveField::vault),
          objects("skills", Skill.class, DirectiveField::write, DirectiveField::skill));

  /** Writes the declarations; nothing if there are none. */
  void write(Agentfile file, Map<String, Object> fields) {
    put(fields, key, writer.apply(file));
  }

  /** Reads the declarations from the object with this field. */
  List<? extends Declaration> read(JsonView view) {
    return reader.apply(view);
  }

  /** Writes a field, unless it is empty. */
  static void put(Map<String, Object> fields, String key, Object value) {
    if (!value.equals("") && !value.equals(List.of()) && !value.equals(Map.of())) {
      fields.put(key, value);
    }
  }

  private static <T extends Declaration> DirectiveField text(
      String key, Class<T> type, Function<T, Object> write, Function<String, T> read) {
    return new DirectiveField(
        key,
        file -> file.all(type).stream().map(write).map(Object::toString).findFirst().orElse(""),
        view ->
            view.optionalText(key).filter(it -> !it.isEmpty()).stream()
                .map(it -> checked(view.at(key), _ -> read.apply(it)))
                .toList());
  }

  private static <T extends Declaration> DirectiveField objects(
      String key,
      Class<T> type,
      BiConsumer<T, Map<String, Object>> write,
      Function<JsonView, T> read) {
    return new DirectiveField(
        key,
        file -> file.all(type).stream().map(it -> object(it, write)).toList(),
        view -> view.objects(key).stream().map(it -> checked(it, read)).toList());
  }

  /** The keys are sorted. */
  private static <T extends Declaration> DirectiveField map(
      String key, Class<T> type, Function<T, String> value, BiFunction<String, String, T> read) {
    return new DirectiveField(
        key,
        file ->
            file.all(type).stream()
                .collect(Collectors.toMap(T::name, value, (_, last) -> last, TreeMap::new)),
        view ->
            view.textMap(key).entrySet().stream()
                .map(it -> read.apply(it.getKey(), it.getValue()))
                .toList());
  }

  private static <T> Object object(T item, BiConsumer<T, Map<String, Object>> write) {
    Map<String, Object> fields = new LinkedHashMap<>();
    write.accept(item, fields);
    return fields;
  }

  private static <T> T checked(JsonView view, Function<JsonView, T> read) {
    try {
      return read.apply(view);
    } catch (IllegalArgumentException e) {
      throw view.error("is refused: " + e.getMessage());
    }
  }

  private static String description(JsonView view) {
    return view.optionalText("description").orElse("");
  }

  private static void write(Context context, Map<String, Object> fields) {
    fields.put("name", context.name());
    put(fields, "description", context.description());
    switch (context.body()) {
      case Context.Inline(String text) -> fields.put("content", text);
      case Context.FromFile(String path) -> fields.put("file", path);
      case Context.Empty() -> {}
    }
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

  private static void write(Config config, Map<String, Object> fields) {
    fields.put("key", config.key());
    config.value().ifPresent(value -> fields.put("value", value.plain()));
    put(fields, "description", config.description());
    if (config.required()) {
      fields.put("required", true);
    }
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

  private static void write(Bin bin, Map<String, Object> fields) {
    fields.put("name", bin.name());
    fields.put("image", bin.image().toString());
    put(fields, "description", bin.description());
    put(fields, "usage", bin.usage());
  }

  private static Bin bin(JsonView view) {
    return new Bin(
        view.text("name"),
        ImageName.of(view.text("image")),
        description(view),
        view.optionalText("usage").orElse(""));
  }

  private static void write(Add add, Map<String, Object> fields) {
    fields.put("src", add.source());
    fields.put("name", add.name());
    put(fields, "description", add.description());
  }

  /** Older images have a destination path instead of a name. */
  private static Add add(JsonView view) {
    String name =
        view.optionalText("name")
            .or(() -> view.optionalText("dst").map(dst -> dst.substring(dst.lastIndexOf('/') + 1)))
            .orElseThrow(() -> view.at("name").error("is missing"));
    return new Add(view.text("src"), name, description(view));
  }

  private static void write(Env env, Map<String, Object> fields) {
    fields.put("key", env.key());
    fields.put("value", env.value());
    put(fields, "description", env.description());
  }

  private static Env env(JsonView view) {
    return new Env(view.text("key"), view.optionalText("value").orElse(""), description(view));
  }

  /** Leaves out unknown capabilities, since this release cannot grant them. */
  private static List<Capability> capabilities(JsonView view) {
    return view.texts("capabilities").stream()
        .flatMap(name -> Capability.find(name).stream())
        .toList();
  }

  private static void write(Resource resource, Map<String, Object> fields) {
    fields.put("name", resource.name());
    fields.put("kind", resource.kind());
    fields.put("mode", resource.mode().text());
    put(fields, "settings", new TreeMap<>(resource.settings()));
    resource.body().ifPresent(body -> fields.put("body", body));
    put(fields, "description", resource.description());
  }

  private static Resource resource(JsonView view) {
    String mode = view.text("mode");
    return new Resource(
        view.text("name"),
        view.text("kind"),
        Resource.Access.find(mode).orElseThrow(() -> view.at("mode").error("is not a valid mode")),
        new LinkedHashMap<>(view.textMap("settings")),
        view.optionalText("body"),
        description(view));
  }

  private static void write(Vault vault, Map<String, Object> fields) {
    fields.put("name", vault.name());
    fields.put("env", vault.env());
    fields.put("bins", vault.bins());
    put(fields, "description", vault.description());
  }

  private static Vault vault(JsonView view) {
    return new Vault(view.text("name"), view.text("env"), view.texts("bins"), description(view));
  }

  private static void write(Skill skill, Map<String, Object> fields) {
    fields.put("name", skill.name());
    switch (skill.source()) {
      case Skill.Folder(String path) -> fields.put("folder", path);
      case Skill.Image(ImageName image) -> fields.put("image", image.toString());
    }
    put(fields, "description", skill.description());
  }

  private static Skill skill(JsonView view) {
    Optional<String> folder = view.optionalText("folder");
    Skill.Source source =
        folder.isPresent()
            ? new Skill.Folder(folder.get())
            : new Skill.Image(ImageName.of(view.text("image")));
    return new Skill(view.text("name"), source, description(view));
  }
}
