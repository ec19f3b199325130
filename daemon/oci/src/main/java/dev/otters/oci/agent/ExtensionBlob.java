package dev.otters.oci.agent;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.ImageName;
import dev.otters.agentfile.Resource;
import dev.otters.agentfile.Skill;
import dev.otters.agentfile.Vault;
import dev.otters.oci.json.JsonView;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Writes and reads our own directives in the config blob: RESOURCE, VAULT and SKILL, under one key
 * that other readers skip.
 */
final class ExtensionBlob {
  static final String KEY = "x-otters";
  static final Set<String> FIELDS = Set.of("resources", "vaults", "skills", LineageBlob.KEY);

  private ExtensionBlob() {}

  static Map<String, Object> write(Agentfile file) {
    Map<String, Object> fields = new LinkedHashMap<>();
    ConfigBlob.list(fields, "resources", file.resources(), ExtensionBlob::resource);
    ConfigBlob.list(fields, "vaults", file.vaults(), ExtensionBlob::vault);
    ConfigBlob.list(fields, "skills", file.skills(), ExtensionBlob::skill);
    return fields;
  }

  static Resource resource(JsonView view) {
    String mode = view.text("mode");
    return new Resource(
        view.text("name"),
        view.text("kind"),
        Resource.Access.find(mode).orElseThrow(() -> view.at("mode").error("is not a valid mode")),
        new LinkedHashMap<>(view.textMap("settings")),
        view.optionalText("body"),
        ConfigBlobReader.description(view));
  }

  static Vault vault(JsonView view) {
    return new Vault(
        view.text("name"),
        view.text("env"),
        view.texts("bins"),
        ConfigBlobReader.description(view));
  }

  static Skill skill(JsonView view) {
    Optional<String> folder = view.optionalText("folder");
    Skill.Source source =
        folder.isPresent()
            ? new Skill.Folder(folder.get())
            : new Skill.Image(ImageName.of(view.text("image")));
    return new Skill(view.text("name"), source, ConfigBlobReader.description(view));
  }

  private static Object resource(Resource resource) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", resource.name());
    fields.put("kind", resource.kind());
    fields.put("mode", resource.mode().text());
    ConfigBlob.map(fields, "settings", resource.settings());
    resource.body().ifPresent(body -> fields.put("body", body));
    ConfigBlob.text(fields, "description", resource.description());
    return fields;
  }

  private static Object vault(Vault vault) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", vault.name());
    fields.put("env", vault.env());
    fields.put("bins", vault.bins());
    ConfigBlob.text(fields, "description", vault.description());
    return fields;
  }

  private static Object skill(Skill skill) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", skill.name());
    switch (skill.source()) {
      case Skill.Folder(String path) -> fields.put("folder", path);
      case Skill.Image(ImageName image) -> fields.put("image", image.toString());
    }
    ConfigBlob.text(fields, "description", skill.description());
    return fields;
  }
}
