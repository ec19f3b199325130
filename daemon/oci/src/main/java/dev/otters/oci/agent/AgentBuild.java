package dev.otters.oci.agent;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.ImageName;
import dev.otters.oci.ImageReference;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What an agent image is built from.
 *
 * @param agentfile its {@code FROM} must be {@code scratch}
 * @param context the folder that ADD and {@code file://} read from, and nothing outside of it
 * @param tags what the image is called; empty for {@code <NAME>:latest}
 * @param defaultRuntime stands in for an absent RUNTIME
 * @param created pins the image's time, as {@code SOURCE_DATE_EPOCH} does; a LABEL wins; when both
 *     are absent the image has no time
 */
public record AgentBuild(
    Agentfile agentfile,
    Path context,
    List<ImageReference> tags,
    ImageName defaultRuntime,
    Optional<Instant> created) {
  public AgentBuild {
    tags = List.copyOf(tags);
  }
}
