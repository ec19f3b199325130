package dev.otters.oci.agent;

import dev.otters.agentfile.Add;
import dev.otters.agentfile.Context;
import dev.otters.agentfile.Quoted;
import dev.otters.agentfile.Skill;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.DigestInputStream;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Copies the layers of a parent that its child does not replace, so that the child's image is
 * complete without its parent.
 */
final class Inherited {
  private final OciStore store;
  private final Ingest ingest;
  private final Optional<AgentImage> parent;
  private final Set<String> ownContexts;
  private final Set<String> ownFiles;
  private final Set<String> ownSkills;

  Inherited(OciStore store, Ingest ingest, AgentBuild build) {
    this.store = store;
    this.ingest = ingest;
    this.parent = build.parent().map(AgentBuild.Parent::image);
    this.ownContexts =
        build.agentfile().contexts().stream().map(Context::name).collect(Collectors.toSet());
    this.ownSkills =
        build.agentfile().all(Skill.class).stream().map(Skill::name).collect(Collectors.toSet());
    this.ownFiles =
        build.agentfile().all(Add.class).stream().map(Add::name).collect(Collectors.toSet());
  }

  /** Returns the inherited layer of a context; empty if the child declares it. */
  Optional<Descriptor> context(String name) {
    return all(AgentImage::contexts)
        .filter(context -> context.name().equals(name) && !ownContexts.contains(name))
        .findFirst()
        .map(context -> ingest.put(MediaTypes.CONTEXT, bytes(context)));
  }

  /** Returns the inherited layer of a data file; empty if the child declares it. */
  Optional<Descriptor> file(String name) {
    return all(AgentImage::files)
        .filter(file -> file.name().equals(name) && !ownFiles.contains(name))
        .findFirst()
        .map(file -> whole(file.content()));
  }

  /**
   * Returns the inherited layer of a skill; empty if the child declares it or it is a separate
   * image.
   */
  Optional<Descriptor> skill(String name) {
    return all(AgentImage::skills)
        .filter(skill -> skill.name().equals(name) && !ownSkills.contains(name))
        .findFirst()
        .map(skill -> whole(skill.content()));
  }

  Unknown unknown() {
    return parent.map(AgentImage::unknown).orElse(Unknown.NOTHING);
  }

  List<Descriptor> unknownLayers() {
    return unknown().layers().stream().map(this::whole).toList();
  }

  private <T> Stream<T> all(Function<AgentImage, Collection<T>> part) {
    return parent.stream().flatMap(image -> part.apply(image).stream());
  }

  private static byte[] bytes(ContextFile context) {
    return context.text().getBytes(StandardCharsets.UTF_8);
  }

  private Descriptor whole(Descriptor layer) {
    if (!ingest.has(layer.digest()) || !digest(layer).equals(layer.digest())) {
      throw new OciException(
          Reason.DIGEST_MISMATCH,
          "a layer of the parent image is damaged: " + Quoted.of(layer.digest().toString()),
          "Pull or build the parent again.");
    }
    return layer;
  }

  private Digest digest(Descriptor layer) {
    try (InputStream in = store.open(layer.digest());
        DigestInputStream read = new DigestInputStream(in, Digest.sha256())) {
      read.transferTo(OutputStream.nullOutputStream());
      return Digest.ofHash(read.getMessageDigest().digest());
    } catch (IOException e) {
      throw new OciException(
          Reason.STORE, "cannot read the image store: " + e, "Check the disk.", e);
    }
  }
}
