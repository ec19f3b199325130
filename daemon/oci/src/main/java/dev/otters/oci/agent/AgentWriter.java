package dev.otters.oci.agent;

import dev.otters.agentfile.Add;
import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.Context;
import dev.otters.agentfile.ProblemCode;
import dev.otters.agentfile.Quoted;
import dev.otters.agentfile.Skill;
import dev.otters.agentfile.resolve.Lineage;
import dev.otters.oci.Annotations;
import dev.otters.oci.BuiltImage;
import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.manifest.ManifestCodec;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Writes one agent image: config, source, contexts, data files and skills, in this order. */
final class AgentWriter {
  static final String SKILLS = "skills/";

  private final AgentBuild build;
  private final Ingest ingest;
  private final OwnFiles files;
  private final Inherited inherited;
  private final List<Descriptor> layers = new ArrayList<>();

  private AgentWriter(AgentBuild build, Ingest ingest, OwnFiles files, Inherited inherited) {
    this.build = build;
    this.ingest = ingest;
    this.files = files;
    this.inherited = inherited;
  }

  static List<BuildFinding> check(
      OciStore store, Agentfile file, Path folder, Map<String, Path> skills) {
    try (Ingest ingest = store.ingest()) {
      OwnFiles files = new OwnFiles(new BuildContext(folder), skills, ingest, Progress.NONE);
      files.tryAll(file);
      return files.findings();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  static BuiltImage write(OciStore store, AgentBuild build, Progress progress) {
    try (Ingest ingest = store.ingest()) {
      OwnFiles files =
          new OwnFiles(new BuildContext(build.context()), build.skills(), ingest, progress);
      Inherited inherited = new Inherited(store, ingest, build);
      return new AgentWriter(build, ingest, files, inherited).write();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private static OciException unreadable(IOException e) {
    return new OciException(
        Reason.STORE, "cannot build the image: " + e, "Check the build context and the disk.", e);
  }

  private BuiltImage write() throws IOException {
    Agentfile file = completed(build.agentfile());
    List<ImageReference> tags = tags(file);
    checkLineage(tags);
    byte[] source = file.source().getBytes(StandardCharsets.UTF_8);
    layer("Agentfile", ingest.put(MediaTypes.AGENTFILE, source));
    for (Context context : file.contexts()) {
      Optional<Descriptor> parents = inherited.layer(context);
      layer(context.name() + ".md", parents.isPresent() ? parents.get() : files.pack(context));
    }
    for (Add add : file.inForce(Add.class)) {
      Optional<Descriptor> parents = inherited.layer(add);
      (parents.isPresent() ? parents : files.pack(add)).ifPresent(blob -> layer(add.name(), blob));
    }
    skills(file);
    if (!files.findings().isEmpty()) {
      throw new BuildInputException(files.findings());
    }
    ImageManifest manifest =
        new ImageManifest(
            MediaTypes.MANIFEST,
            Optional.of(MediaTypes.AGENT),
            ingest.put(MediaTypes.AGENT_CONFIG, config(file)),
            Stream.concat(layers.stream(), inherited.unknownLayers().stream()).toList(),
            annotations(file));
    Descriptor root = ingest.put(MediaTypes.MANIFEST, ManifestCodec.write(manifest));
    tags.forEach(tag -> ingest.tag(tag, root, Origin.BUILT));
    ingest.commit();
    return new BuiltImage(root.digest(), tags);
  }

  private void skills(Agentfile file) throws IOException {
    List<Descriptor> skills = new ArrayList<>();
    for (Skill skill : file.inForce(Skill.class)) {
      Optional<Descriptor> parents = inherited.layer(skill);
      Optional<Descriptor> blob = parents.isPresent() ? parents : files.pack(skill);
      blob.map(layer -> titled(SKILLS + skill.name(), layer)).ifPresent(skills::add);
    }
    files.limit(file, skills);
    layers.addAll(skills);
  }

  /** Keeps the description of a layer. */
  private static Descriptor titled(String title, Descriptor blob) {
    Map<String, String> notes = new TreeMap<>(Map.of(Annotations.TITLE, title));
    String description = blob.annotations().get(Annotations.DESCRIPTION);
    if (description != null) {
      notes.put(Annotations.DESCRIPTION, description);
    }
    return blob.withAnnotations(notes);
  }

  private void layer(String title, Descriptor blob) {
    layers.add(blob.withAnnotations(Map.of(Annotations.TITLE, title)));
  }

  private List<ImageReference> tags(Agentfile file) {
    if (!build.tags().isEmpty()) {
      return build.tags();
    }
    String name =
        file.name()
            .orElseThrow(
                () ->
                    new OciException(
                        Reason.BUILD_INPUT,
                        "the image has no name",
                        "Give it one with -t name:tag, or with NAME in the Agentfile."));
    return List.of(ImageReference.named(name));
  }

  private Map<String, String> annotations(Agentfile file) {
    Map<String, String> annotations = new TreeMap<>();
    build.created().ifPresent(time -> annotations.put(Annotations.CREATED, time.toString()));
    annotations.putAll(file.labels());
    file.name().ifPresent(name -> annotations.put(Annotations.TITLE, name));
    build
        .parent()
        .ifPresent(
            parent -> {
              annotations.put(Annotations.BASE_NAME, parent.ancestor().name());
              annotations.put(Annotations.BASE_DIGEST, parent.image().digest().toString());
            });
    return annotations;
  }

  private byte[] config(Agentfile file) {
    byte[] config = ConfigBlob.write(file, lineage(), inherited.unknown());
    if (config.length > AgentReader.LARGEST_CONFIG) {
      throw new OciException(
          Reason.BUILD_INPUT,
          "the definition is larger than 8 MiB, including that of its parents",
          "Move texts from the Agentfile to files, and use CONTEXT or ADD.");
    }
    return config;
  }

  private Lineage lineage() {
    return build.parent().map(AgentBuild.Parent::lineage).orElse(Lineage.NONE);
  }

  private void checkLineage(List<ImageReference> tags) {
    String from = build.agentfile().from();
    lineage()
        .complaint(tags.stream().map(ImageReference::toString).toList())
        .map(why -> "FROM " + Quoted.of(from) + ": " + why)
        .map(text -> new BuildFinding(ProblemCode.OWN_ANCESTOR, "FROM", from, text))
        .ifPresent(
            finding -> {
              throw new BuildInputException(List.of(finding));
            });
  }

  /** The image records its runtime even if its source leaves the choice to the release. */
  private Agentfile completed(Agentfile own) {
    Agentfile file =
        build.parent().map(parent -> Agentfile.merge(parent.image().agentfile(), own)).orElse(own);
    return file.withRuntime(file.runtime().orElse(build.defaultRuntime()));
  }
}
