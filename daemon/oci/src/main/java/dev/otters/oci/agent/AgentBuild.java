package dev.otters.oci.agent;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.ImageName;
import dev.otters.agentfile.resolve.Ancestor;
import dev.otters.agentfile.resolve.Lineage;
import dev.otters.oci.ImageReference;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What an agent image is built from.
 *
 * @param agentfile the directives of this file alone
 * @param parent what its {@code FROM} names; empty with {@code scratch}
 * @param context the folder that ADD and {@code file://} read from, and nothing outside of it
 * @param tags what the image is called; empty for {@code <NAME>:latest}
 * @param defaultRuntime stands in for an absent RUNTIME
 * @param created pins the image's time, as {@code SOURCE_DATE_EPOCH} does; a LABEL wins; when both
 *     are absent the image has no time
 */
public record AgentBuild(
    Agentfile agentfile,
    Optional<Parent> parent,
    Path context,
    List<ImageReference> tags,
    ImageName defaultRuntime,
    Optional<Instant> created) {
  public AgentBuild {
    if (agentfile.hasParent() != parent.isPresent()) {
      throw new IllegalArgumentException("FROM " + agentfile.from() + " with " + parent);
    }
    tags = List.copyOf(tags);
  }

  /** Makes what an image FROM scratch is built from. */
  public AgentBuild(
      Agentfile agentfile,
      Path context,
      List<ImageReference> tags,
      ImageName defaultRuntime,
      Optional<Instant> created) {
    this(agentfile, Optional.empty(), context, tags, defaultRuntime, created);
  }

  /**
   * Is the image that another one is built on.
   *
   * @param name how it is called in the child's FROM
   */
  public record Parent(ImageName name, AgentImage image) {
    /** Returns it as the child's ancestor. */
    public Ancestor ancestor() {
      return Ancestor.of(name, Optional.of(image.digest().toString()));
    }

    /** Returns the line of images that the child stands in. */
    public Lineage lineage() {
      return image.lineage().below(ancestor());
    }
  }
}
