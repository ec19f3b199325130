package dev.otters.agents.image;

import dev.otters.agentfile.ImageName;
import dev.otters.agentfile.ParseResult;
import dev.otters.agentfile.Problem;
import dev.otters.agentfile.Problem.Severity;
import dev.otters.agentfile.ProblemCode;
import dev.otters.agentfile.Quoted;
import dev.otters.agentfile.Skill;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.oci.OciException;
import dev.otters.oci.Progress;
import dev.otters.oci.agent.AgentImage;
import dev.otters.oci.agent.AgentImages;
import dev.otters.oci.agent.DataFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Unpacks the skills that an Agentfile takes from other agent images, so that a build checks and
 * packs them like folders of its context.
 */
final class SkillImages {
  private final AgentImages store;
  private final ImageSource images;
  private final ParseResult.Parsed file;
  private final Map<Skill, DataFile> layers = new LinkedHashMap<>();
  private final List<Problem> findings = new ArrayList<>();

  SkillImages(AgentImages store, ImageSource images, ParseResult.Parsed file) {
    this.store = store;
    this.images = images;
    this.file = file;
  }

  /**
   * Unpacked skills with findings.
   *
   * @param folders by the name of the skill
   * @param findings errors and notes for the author
   */
  record Found(Map<String, Path> folders, List<Problem> findings) {
    Found {
      folders = Map.copyOf(folders);
      findings = List.copyOf(findings);
    }
  }

  /**
   * Finds the skills and unpacks them below a folder.
   *
   * @param look whether to fetch nothing, and to only note an image that is not in the store
   * @throws ApiException or {@link OciException} with the name of the skill
   */
  Found unpack(Path folder, boolean look, Progress progress) {
    for (Skill skill : file.agentfile().inForce(Skill.class)) {
      if (skill.source() instanceof Skill.Image(ImageName image)) {
        find(skill, image.toString(), look, progress);
      }
    }
    Optional<String> tooMuch = AgentImages.complaintAboutSkills(layers.values());
    if (tooMuch.isPresent()) {
      String name = file.agentfile().inForce(Skill.class).getLast().name();
      note(Severity.ERROR, ProblemCode.UNUSABLE_FILE, name, "the image " + tooMuch.get());
      layers.clear();
    }
    return new Found(layers.isEmpty() ? Map.of() : unpacked(folder), findings);
  }

  private void find(Skill skill, String image, boolean look, Progress progress) {
    String name = skill.name();
    try {
      PullPolicy policy = look ? PullPolicy.NEVER : PullPolicy.MISSING;
      AgentImage found = images.agent(image, policy, progress).image();
      found.skills().stream()
          .filter(it -> it.name().equals(name))
          .findFirst()
          .ifPresentOrElse(
              layer -> layers.put(skill, layer),
              () ->
                  note(
                      Severity.ERROR,
                      ProblemCode.UNUSABLE_FILE,
                      name,
                      "SKILL %s: image %s has no skill of this name, but %s"
                          .formatted(name, Quoted.of(image), names(found))));
    } catch (OciException e) {
      throw e.after(origin(skill));
    } catch (ApiException e) {
      if (!look || e.problem().code() != ErrorCode.IMAGE_NOT_FOUND) {
        throw new ApiException(e.problem().after("SKILL " + name + ": "), e);
      }
      String why = "the image " + Quoted.of(image) + " is not in the local store, so it was not";
      note(
          Severity.WARNING, ProblemCode.UNSEEN_SKILL, name, "SKILL " + name + ": " + why + " read");
    }
  }

  private static String origin(Skill skill) {
    return "SKILL " + skill.name() + ": image " + Quoted.of(skill.source().toString()) + ": ";
  }

  private static String names(AgentImage image) {
    return image.skills().isEmpty()
        ? "none at all"
        : image.skills().stream().map(DataFile::name).collect(Collectors.joining(", "));
  }

  private Map<String, Path> unpacked(Path folder) {
    Map<String, Path> folders = new LinkedHashMap<>();
    try {
      Path parent = Files.createTempDirectory(folder, "skills");
      for (Map.Entry<Skill, DataFile> skill : layers.entrySet()) {
        String name = skill.getKey().name();
        Path target = parent.resolve(name);
        try {
          store.unpack(skill.getValue(), target);
        } catch (OciException e) {
          throw e.after(origin(skill.getKey()));
        }
        folders.put(name, target);
      }
      return folders;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write to " + folder, e);
    }
  }

  private void note(Severity severity, ProblemCode code, String skill, String message) {
    findings.add(file.places().finding(severity, code, "SKILL", skill, message));
  }
}
