package dev.otters.oci.agent;

import dev.otters.agentfile.Add;
import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.Context;
import dev.otters.agentfile.Skill;
import dev.otters.oci.Annotations;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.store.OciStore;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Reads an untrusted agent image. */
final class AgentReader {
  static final int LARGEST_CONFIG = 8 << 20;

  private final OciStore store;
  private final String what;

  AgentReader(OciStore store, String what) {
    this.store = store;
    this.what = what;
  }

  AgentImage read(Digest digest) {
    ImageManifest image = image(digest);
    String source = source(image);
    ConfigBlob.Content content =
        ConfigBlob.read(store.read(image.config(), LARGEST_CONFIG), source, what);
    Agentfile file = content.agentfile();
    List<ContextFile> contexts =
        file.contexts().stream().map(context -> context(image, context)).toList();
    List<DataFile> files = file.inForce(Add.class).stream().map(add -> data(image, add)).toList();
    OwnFiles.complaint(files.stream().map(DataFile::content).toList())
        .ifPresent(
            why -> {
              throw invalid(why);
            });
    List<DataFile> skills =
        file.inForce(Skill.class).stream().flatMap(skill -> skill(image, skill).stream()).toList();
    SkillFolder.complaint(skills.stream().map(DataFile::content).toList())
        .ifPresent(
            why -> {
              throw invalid(why);
            });
    return new AgentImage(
        digest,
        file,
        contexts,
        files,
        skills,
        image.annotations(),
        content.lineage(),
        content.unknown().withLayers(image.layers()));
  }

  /** Some registries drop the artifact type, so the definition's type decides. */
  static boolean isAgent(ImageManifest image) {
    return definition(image).isPresent();
  }

  /** Some older images have a container config, and the definition as a layer. */
  private static Optional<Descriptor> definition(ImageManifest image) {
    return Stream.concat(Stream.of(image.config()), image.layers().stream())
        .filter(part -> part.mediaType().equals(MediaTypes.AGENT_CONFIG))
        .findFirst();
  }

  /** Returns the manifest with the definition as its config. */
  private ImageManifest image(Digest digest) {
    if (!(store.manifest(digest) instanceof ImageManifest image)) {
      throw invalid("is not an agent image");
    }
    Descriptor definition = definition(image).orElseThrow(() -> invalid("is not an agent image"));
    return new ImageManifest(
        image.mediaType(), image.artifactType(), definition, image.layers(), image.annotations());
  }

  private String source(ImageManifest image) {
    return layer(image, layer -> layer.mediaType().equals(MediaTypes.AGENTFILE))
        .map(layer -> text(layer, "Agentfile"))
        .orElse("");
  }

  private ContextFile context(ImageManifest image, Context context) {
    String title = context.name() + ".md";
    Descriptor layer =
        layer(image, l -> l.mediaType().equals(MediaTypes.CONTEXT) && title(l).equals(title))
            .orElseThrow(() -> invalid("lacks the layer of CONTEXT " + context.name()));
    String text = text(layer, "CONTEXT " + context.name());
    if (context.body() instanceof Context.Inline(String inline)
        && !inline.stripTrailing().equals(text.stripTrailing())) {
      throw invalid(
          "has a layer for CONTEXT " + context.name() + " that differs from its definition");
    }
    return new ContextFile(context.name(), context.description(), text);
  }

  private DataFile data(ImageManifest image, Add add) {
    Descriptor layer =
        layer(image, l -> l.mediaType().equals(MediaTypes.OCTETS) && baseName(l).equals(add.name()))
            .orElseThrow(() -> invalid("lacks the layer of ADD " + add.name()));
    if (layer.size() > OwnFiles.LARGEST_FILE) {
      throw invalid("has the file " + add.name() + ", which is larger than 1 GiB");
    }
    store.path(layer.digest());
    return new DataFile(add.name(), add.description(), layer);
  }

  /** Returns a skill; empty if it is from another image, and a first release built this one. */
  private Optional<DataFile> skill(ImageManifest image, Skill skill) {
    String title = AgentWriter.SKILLS + skill.name();
    Optional<Descriptor> layer =
        layer(image, l -> l.mediaType().equals(MediaTypes.SKILL) && title(l).equals(title));
    if (layer.isEmpty() && skill.source() instanceof Skill.Folder) {
      throw invalid("lacks the layer of SKILL " + skill.name());
    }
    return layer.map(found -> skill(skill, found));
  }

  private DataFile skill(Skill skill, Descriptor layer) {
    if (layer.size() > 2 * SkillFolder.LARGEST) {
      throw invalid("has the skill " + skill.name() + ", which is larger than 128 MiB");
    }
    store.path(layer.digest());
    String manuals = layer.annotations().getOrDefault(Annotations.DESCRIPTION, "");
    if (manuals.length() > SkillManual.LONGEST_DESCRIPTION) {
      throw invalid(
          "has the skill " + skill.name() + ", whose description is longer than 1024 characters");
    }
    return new DataFile(
        skill.name(), skill.description().isEmpty() ? manuals : skill.description(), layer);
  }

  private String text(Descriptor layer, String part) {
    if (layer.size() > OwnFiles.LARGEST_CONTEXT) {
      throw invalid("has a text that is larger than 1 MiB: " + part);
    }
    byte[] content = store.read(layer, OwnFiles.LARGEST_CONTEXT);
    return Utf8.decode(content)
        .filter(text -> text.indexOf('\0') < 0)
        .orElseThrow(() -> invalid("has a text that is not UTF-8: " + part));
  }

  /** Returns the last matching layer: later ones replace earlier ones. */
  private static Optional<Descriptor> layer(ImageManifest image, Predicate<Descriptor> wanted) {
    return image.layers().stream().filter(wanted).reduce((first, second) -> second);
  }

  private static String title(Descriptor layer) {
    return layer.annotations().getOrDefault(Annotations.TITLE, "");
  }

  /** Older images have the destination path as the title. */
  private static String baseName(Descriptor layer) {
    String title = title(layer);
    return title.substring(title.lastIndexOf('/') + 1);
  }

  private OciException invalid(String why) {
    return new OciException(
        Reason.INVALID_IMAGE,
        what + " " + why,
        "Build it again from its Agentfile, or get it from another source.");
  }
}
