package dev.otters.oci.agent;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.Capability;
import dev.otters.agentfile.Declaration;
import dev.otters.agentfile.resolve.Lineage;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.json.JsonText;
import dev.otters.oci.json.JsonView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes and reads the config blob of an agent image.
 *
 * <p>Its bytes determine the image's digest, so field order and indentation are fixed. Blobs of any
 * builder are read. Their records validate themselves as for a source file.
 */
final class ConfigBlob {
  /** The key of our own directives, which other readers skip. */
  private static final String EXTENSION = "x-otters";

  private ConfigBlob() {}

  /** The content of a config blob. */
  record Content(Agentfile agentfile, Lineage lineage, Unknown unknown) {}

  /**
   * Writes a definition.
   *
   * @param lineage the images that the definition is merged from
   * @param unknown their unknown content, which follows the known fields
   */
  static byte[] write(Agentfile file, Lineage lineage, Unknown unknown) {
    Map<String, Object> agent = new LinkedHashMap<>();
    agent.put("from", file.from());
    DirectiveField.AGENT.forEach(field -> field.write(file, agent));
    agent.putAll(unknown.agent());
    Map<String, Object> extension = new LinkedHashMap<>();
    DirectiveField.EXTENSION.forEach(field -> field.write(file, extension));
    DirectiveField.put(
        extension, LineageBlob.KEY, lineage.ancestors().stream().map(LineageBlob::write).toList());
    extension.putAll(unknown.extension());
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("syntax", file.syntax());
    root.put("agent", agent);
    root.putAll(unknown.root());
    DirectiveField.put(root, EXTENSION, extension);
    return JsonText.indented(root);
  }

  /**
   * Reads a definition.
   *
   * @param source the verbatim Agentfile; empty if the image has none
   * @param what names the image in errors
   * @throws OciException INVALID_IMAGE naming the field
   */
  static Content read(byte[] json, String source, String what) {
    JsonView root = JsonView.parse(json, "config of " + what, Reason.INVALID_IMAGE);
    JsonView agent = root.object("agent").orElseThrow(() -> root.at("agent").error("is missing"));
    Optional<JsonView> extension = root.object(EXTENSION);
    List<Declaration> declarations = new ArrayList<>();
    DirectiveField.AGENT.forEach(field -> declarations.addAll(field.read(agent)));
    extension.ifPresent(
        view -> DirectiveField.EXTENSION.forEach(field -> declarations.addAll(field.read(view))));
    Agentfile file =
        new Agentfile(
            source,
            root.optionalText("syntax").orElse(Agentfile.SYNTAX),
            agent.optionalText("from").orElse(Agentfile.SCRATCH),
            declarations);
    Unknown unknown =
        new Unknown(
            agent.texts("capabilities").stream()
                .filter(name -> Capability.find(name).isEmpty())
                .distinct()
                .toList(),
            others(root, List.of(), "syntax", "agent", EXTENSION),
            others(agent, DirectiveField.AGENT, "from"),
            extension
                .map(view -> others(view, DirectiveField.EXTENSION, LineageBlob.KEY))
                .orElse(Map.of()),
            List.of());
    return new Content(file, LineageBlob.read(extension, file), unknown);
  }

  private static Map<String, Object> others(
      JsonView view, List<DirectiveField> known, String... alsoKnown) {
    Map<String, Object> fields = view.asMap();
    known.forEach(field -> fields.remove(field.key()));
    fields.keySet().removeAll(List.of(alsoKnown));
    return fields;
  }
}
