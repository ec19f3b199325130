package dev.otters.oci.agent;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.ImageName;
import dev.otters.agentfile.resolve.Ancestor;
import dev.otters.agentfile.resolve.Lineage;
import dev.otters.oci.Digest;
import dev.otters.oci.OciException;
import dev.otters.oci.json.JsonView;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes and reads the lineage of an image. */
final class LineageBlob {
  static final String KEY = "parents";

  private LineageBlob() {}

  static Object write(Ancestor ancestor) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", ancestor.name());
    ancestor.digest().ifPresent(digest -> fields.put("digest", digest));
    return fields;
  }

  /** Images of other builders name only their parent, without its lineage. */
  static Lineage read(Optional<JsonView> extension, Agentfile file) {
    List<JsonView> written = extension.map(it -> it.objects(KEY)).orElse(List.of());
    if (written.isEmpty()) {
      return new Lineage(named(file).stream().toList());
    }
    return new Lineage(written.stream().map(LineageBlob::ancestor).toList());
  }

  private static Ancestor ancestor(JsonView view) {
    String name = view.text("name");
    if (ImageName.complaintAbout(name).isPresent()) {
      throw view.at("name").error("is not a valid image reference");
    }
    return Ancestor.of(ImageName.of(name), view.optionalText("digest").map(it -> digest(view, it)));
  }

  private static String digest(JsonView view, String text) {
    try {
      return Digest.parse(text).toString();
    } catch (OciException _) {
      throw view.at("digest").error("is not a valid digest");
    }
  }

  private static Optional<Ancestor> named(Agentfile file) {
    return file.hasParent() && ImageName.complaintAbout(file.from()).isEmpty()
        ? Optional.of(Ancestor.of(ImageName.of(file.from()), Optional.empty()))
        : Optional.empty();
  }
}
