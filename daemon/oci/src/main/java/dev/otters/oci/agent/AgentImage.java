package dev.otters.oci.agent;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.Skill;
import dev.otters.agentfile.resolve.Lineage;
import dev.otters.oci.Digest;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A validated agent image of the store.
 *
 * @param digest of its manifest
 * @param agentfile the definition with the verbatim source; images that Otters built always have a
 *     RUNTIME
 * @param contexts in declaration order, one per CONTEXT
 * @param files one per ADD name
 * @param skills one per SKILL; images of the first releases lack those of other images
 * @param annotations of the manifest, sorted by key
 * @param lineage the images that it was built on, whose content it includes
 * @param unknown content that this release does not know
 */
public record AgentImage(
    Digest digest,
    Agentfile agentfile,
    List<ContextFile> contexts,
    List<DataFile> files,
    List<DataFile> skills,
    Map<String, String> annotations,
    Lineage lineage,
    Unknown unknown) {
  public AgentImage {
    contexts = List.copyOf(contexts);
    files = List.copyOf(files);
    skills = List.copyOf(skills);
    annotations = Collections.unmodifiableSortedMap(new TreeMap<>(annotations));
  }

  /** Returns the names of declared skills whose files the image lacks. */
  public List<String> missingSkills() {
    List<String> present = skills.stream().map(DataFile::name).toList();
    return agentfile.inForce(Skill.class).stream()
        .map(Skill::name)
        .filter(name -> !present.contains(name))
        .toList();
  }
}
