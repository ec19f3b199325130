package dev.otters.oci.agent;

import dev.otters.agentfile.Add;
import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.Context;
import dev.otters.agentfile.Quoted;
import dev.otters.agentfile.Skill;
import dev.otters.agentfile.resolve.Inheritance;
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
import dev.otters.oci.store.BlobWriter;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes one agent image: config, source, contexts, data files and skills, in this order. */
final class AgentWriter {
  static final int LARGEST_CONTEXT = 1 << 20;
  static final long LARGEST_FILE = 1L << 30;
  static final String SKILLS = "skills/";

  private final AgentBuild build;
  private final Progress progress;
  private final Ingest ingest;
  private final BuildContext files;
  private final Inherited inherited;
  private final List<Finding> findings = new ArrayList<>();
  private final List<Descriptor> layers = new ArrayList<>();

  private AgentWriter(
      AgentBuild build, Progress progress, Ingest ingest, BuildContext files, Inherited inherited) {
    this.build = build;
    this.progress = progress;
    this.ingest = ingest;
    this.files = files;
    this.inherited = inherited;
  }

  /** A file that cannot be packed, and the line that asks for it; 0 when ARGs hide the line. */
  private record Finding(int line, String text) {
    @Override
    public String toString() {
      return "Agentfile" + (line == 0 ? "" : ":" + line) + ": error: " + text;
    }
  }

  static BuiltImage write(OciStore store, AgentBuild build, Progress progress) {
    try (Ingest ingest = store.ingest()) {
      BuildContext files = new BuildContext(build.context());
      Inherited inherited = new Inherited(store, ingest, build);
      return new AgentWriter(build, progress, ingest, files, inherited).write();
    } catch (IOException e) {
      throw new OciException(
          Reason.STORE, "cannot build the image: " + e, "Check the build context and the disk.", e);
    }
  }

  private BuiltImage write() throws IOException {
    Agentfile file = completed(build.agentfile());
    List<ImageReference> tags = tags(file);
    checkLineage(tags);
    byte[] source = file.source().getBytes(StandardCharsets.UTF_8);
    layer("Agentfile", ingest.put(MediaTypes.AGENTFILE, source));
    for (Context context : file.contexts()) {
      if (!handedOn(context.name() + ".md", inherited.context(context.name()))) {
        context(context);
      }
    }
    for (Add add : file.effectiveAdds()) {
      if (!handedOn(add.name(), inherited.file(add.name()))) {
        add(add);
      }
    }
    for (Skill skill : file.effectiveSkills()) {
      if (!handedOn(SKILLS + skill.name(), inherited.skill(skill.name()))) {
        skill(skill);
      }
    }
    if (!findings.isEmpty()) {
      throw new OciException(
          Reason.BUILD_INPUT,
          findings.stream()
              .sorted(Comparator.comparingInt(Finding::line))
              .map(Finding::toString)
              .collect(Collectors.joining("\n")),
          "Only regular files inside the build context can be part of an image.");
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

  private boolean handedOn(String title, Optional<Descriptor> layer) {
    layer.ifPresent(blob -> layer(title, blob));
    return layer.isPresent();
  }

  private void context(Context context) throws IOException {
    byte[] text =
        switch (context.body()) {
          case Context.Inline(String inline) -> inline.getBytes(StandardCharsets.UTF_8);
          case Context.Empty() -> new byte[0];
          case Context.FromFile(String path) -> contextFile(context.name(), path);
        };
    layer(context.name() + ".md", ingest.put(MediaTypes.CONTEXT, text));
  }

  private byte[] contextFile(String name, String path) throws IOException {
    int line = line("CONTEXT", "file://" + path);
    String what = "CONTEXT " + name + ": file " + Quoted.of(path) + " ";
    try (BuildContext.Opened file = files.open(path)) {
      byte[] text = file.stream().readNBytes(LARGEST_CONTEXT + 1);
      if (text.length > LARGEST_CONTEXT) {
        findings.add(new Finding(line, what + "is larger than 1 MiB"));
      } else if (!Utf8.isValid(text)) {
        findings.add(new Finding(line, what + "is not UTF-8 text"));
      }
      return text;
    } catch (BuildContext.Refused e) {
      findings.add(new Finding(line, what + e.getMessage()));
      return new byte[0];
    }
  }

  private void add(Add add) throws IOException {
    int line = line("ADD", add.source());
    String what = "ADD " + Quoted.of(add.source()) + " ";
    try (BuildContext.Opened file = files.open(add.source());
        BlobWriter blob = ingest.writer(MediaTypes.OCTETS)) {
      if (file.size() > LARGEST_FILE) {
        findings.add(new Finding(line, what + "is larger than 1 GiB"));
        return;
      }
      progress.update(add.name(), 0, file.size(), "build");
      file.stream().transferTo(blob);
      layer(add.name(), blob.finish());
      progress.update(add.name(), file.size(), file.size(), "build");
    } catch (BuildContext.Refused e) {
      findings.add(new Finding(line, what + e.getMessage()));
    }
  }

  /** Packs the folder of a skill; one in an image of its own is only named. */
  private void skill(Skill skill) throws IOException {
    if (skill.source() instanceof Skill.Folder(String path)) {
      try (BlobWriter blob = ingest.writer(MediaTypes.SKILL)) {
        new SkillFolder(files, path).writeTo(blob);
        layer(SKILLS + skill.name(), blob.finish());
      } catch (BuildContext.Refused e) {
        String what = "SKILL " + skill.name() + ": folder " + Quoted.of(path) + " ";
        findings.add(new Finding(line("SKILL", skill.name()), what + e.getMessage()));
      }
    }
  }

  private void layer(String title, Descriptor blob) {
    layers.add(blob.withAnnotations(Map.of(Annotations.TITLE, title)));
  }

  /** Returns the number of the line that says it. */
  private int line(String directive, String token) {
    List<String> lines = build.agentfile().source().lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      List<String> words = List.of(lines.get(i).strip().split("[\\s\"]+", -1));
      if (words.getFirst().equalsIgnoreCase(directive) && words.contains(token)) {
        return i + 1;
      }
    }
    return 0;
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
          "the image says more about itself than 8 MiB, its parent's part included",
          "Move texts from the Agentfile to files for CONTEXT or ADD.");
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
        .ifPresent(
            why -> {
              throw new OciException(
                  Reason.BUILD_INPUT,
                  new Finding(line("FROM", from), "FROM " + Quoted.of(from) + ": " + why)
                      .toString(),
                  "Build on another image, or give this one another name with -t.");
            });
  }

  /** The image says which runtime it runs on, also where its source leaves it to the release. */
  private Agentfile completed(Agentfile own) {
    Agentfile file =
        build
            .parent()
            .map(parent -> Inheritance.merge(parent.image().agentfile(), own))
            .orElse(own);
    return file.withRuntime(file.runtime().orElse(build.defaultRuntime()));
  }
}
