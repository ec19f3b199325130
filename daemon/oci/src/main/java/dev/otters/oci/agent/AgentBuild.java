package dev.otters.oci.agent;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.ImageName;
import dev.otters.agentfile.Skill;
import dev.otters.agentfile.resolve.Ancestor;
import dev.otters.agentfile.resolve.Lineage;
import dev.otters.oci.ImageReference;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The input of an agent image's build.
 *
 * @param agentfile the directives of this file, without its parents
 * @param parent the image that {@code FROM} names; empty for {@code scratch}
 * @param context the folder that ADD and {@code file://} read from
 * @param tags the names of the image; empty for {@code <NAME>:latest}
 * @param defaultRuntime the runtime of an Agentfile without RUNTIME
 * @param created the image's time, as {@code SOURCE_DATE_EPOCH} gives it; a LABEL takes precedence;
 *     empty for none
 * @param skills the folders with the unpacked skills of other images, by name; one for each of the
 *     file's own SKILLs from an image
 */
public record AgentBuild(
    Agentfile agentfile,
    Optional<Parent> parent,
    Path context,
    List<ImageReference> tags,
    ImageName defaultRuntime,
    Optional<Instant> created,
    Map<String, Path> skills) {
  public AgentBuild {
    if (agentfile.hasParent() != parent.isPresent()) {
      throw new IllegalArgumentException("FROM " + agentfile.from() + " with " + parent);
    }
    tags = List.copyOf(tags);
    skills = Map.copyOf(skills);
    for (Skill skill : agentfile.inForce(Skill.class)) {
      if (skill.source() instanceof Skill.Image && !skills.containsKey(skill.name())) {
        throw new IllegalArgumentException("SKILL " + skill.name() + " without its folder");
      }
    }
  }

  /** An image without skills of other images. */
  public AgentBuild(
      Agentfile agentfile,
      Optional<Parent> parent,
      Path context,
      List<ImageReference> tags,
      ImageName defaultRuntime,
      Optional<Instant> created) {
    this(agentfile, parent, context, tags, defaultRuntime, created, Map.of());
  }

  /**
   * The image that another one is built on.
   *
   * @param name the reference in the child's FROM
   */
  public record Parent(ImageName name, AgentImage image) {
    /** Returns the parent as the child's ancestor. */
    public Ancestor ancestor() {
      return Ancestor.of(name, Optional.of(image.digest().toString()));
    }

    /** Returns the lineage of the child. */
    public Lineage lineage() {
      return image.lineage().below(ancestor());
    }
  }
}
