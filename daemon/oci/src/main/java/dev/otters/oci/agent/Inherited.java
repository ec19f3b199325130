package dev.otters.oci.agent;

import dev.otters.agentfile.Add;
import dev.otters.agentfile.Context;
import dev.otters.agentfile.Declaration;
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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Copies the layers of a parent that its child does not replace, so that the child's image is
 * complete without its parent.
 */
final class Inherited {
  private final OciStore store;
  private final Ingest ingest;
  private final Optional<AgentImage> parent;
  private final Set<String> own;

  Inherited(OciStore store, Ingest ingest, AgentBuild build) {
    this.store = store;
    this.ingest = ingest;
    this.parent = build.parent().map(AgentBuild.Parent::image);
    this.own =
        build.agentfile().declarations().stream().map(Inherited::key).collect(Collectors.toSet());
  }

  /** Returns the inherited layer of a context; empty if the child declares it. */
  Optional<Descriptor> layer(Context context) {
    return part(context, AgentImage::contexts, ContextFile::name)
        .map(part -> ingest.put(MediaTypes.CONTEXT, bytes(part)));
  }

  /** Returns the inherited layer of a data file; empty if the child declares it. */
  Optional<Descriptor> layer(Add add) {
    return part(add, AgentImage::files, DataFile::name).map(part -> whole(part.content()));
  }

  /** Returns the inherited layer of a skill; empty if the child declares it. */
  Optional<Descriptor> layer(Skill skill) {
    return part(skill, AgentImage::skills, DataFile::name).map(part -> whole(part.content()));
  }

  Unknown unknown() {
    return parent.map(AgentImage::unknown).orElse(Unknown.NOTHING);
  }

  List<Descriptor> unknownLayers() {
    return unknown().layers().stream().map(this::whole).toList();
  }

  private <T> Optional<T> part(
      Declaration declared, Function<AgentImage, List<T>> parts, Function<T, String> name) {
    return parent
        .filter(image -> !own.contains(key(declared)))
        .flatMap(
            image ->
                parts.apply(image).stream()
                    .filter(part -> name.apply(part).equals(declared.name()))
                    .findFirst());
  }

  private static String key(Declaration declaration) {
    return declaration.directive() + " " + declaration.name();
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
