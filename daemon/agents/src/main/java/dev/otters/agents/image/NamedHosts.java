package dev.otters.agents.image;

import dev.otters.agentfile.Bin;
import dev.otters.agentfile.resolve.Ancestor;
import dev.otters.agents.image.ImageSource.NamedAgent;
import dev.otters.executor.ImagePin;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.agent.AgentImage;
import dev.otters.oci.agent.AgentImages;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import dev.otters.oci.store.StoredImage;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds the registries that the operator named when an image entered the store. */
record NamedHosts(OciStore store) {
  /**
   * Returns the registries in an image's reference and in the references by which it was pulled;
   * empty if the operator built the image and its ancestors, and so named everything in their
   * Agentfiles. If the operator built it on an image of another author, only its own BINs count,
   * and what counts for its parent.
   */
  Optional<Set<String>> of(NamedAgent agent) {
    List<StoredImage> tags =
        store.list().stream()
            .filter(image -> image.descriptor().digest().equals(agent.pin().digest()))
            .toList();
    boolean built =
        tags.stream()
            .anyMatch(
                tag -> tag.origin().equals(Optional.of(Origin.BUILT)) && tag.source().isEmpty());
    if (built) {
      return agent.image().agentfile().hasParent() ? ofChild(agent.image()) : Optional.empty();
    }
    Set<String> hosts = new HashSet<>();
    host(agent.pin().ref()).ifPresent(hosts::add);
    tags.stream()
        .flatMap(tag -> tag.source().flatMap(ImageReference::host).stream())
        .forEach(hosts::add);
    return Optional.of(hosts);
  }

  /** Merging puts a child's BINs after those of its parent. */
  private Optional<Set<String>> ofChild(AgentImage child) {
    Optional<NamedAgent> parent = child.lineage().parent().flatMap(this::load);
    if (parent.isEmpty()) {
      return Optional.of(host(child.agentfile().from()).map(Set::of).orElse(Set.of()));
    }
    int inherited = parent.get().image().agentfile().bins().size();
    List<Bin> own = child.agentfile().bins().stream().skip(inherited).toList();
    return of(parent.get()).map(hosts -> with(hosts, own));
  }

  private static Set<String> with(Set<String> hosts, List<Bin> bins) {
    Set<String> all = new HashSet<>(hosts);
    bins.stream().flatMap(bin -> bin.image().host().stream()).forEach(all::add);
    return all;
  }

  private Optional<NamedAgent> load(Ancestor parent) {
    try {
      Optional<Digest> digest = parent.digest().map(Digest::parse);
      return digest.map(
          it -> new NamedAgent(new ImagePin(parent.name(), it), new AgentImages(store).load(it)));
    } catch (OciException _) {
      return Optional.empty();
    }
  }

  private static Optional<String> host(String reference) {
    try {
      return ImageReference.parse(reference).host();
    } catch (OciException _) {
      return Optional.empty();
    }
  }
}
