package dev.otters.server.image;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.Bin;
import dev.otters.agentfile.ImageName;
import dev.otters.agentfile.Quoted;
import dev.otters.agentfile.Vault;
import dev.otters.agentfile.resolve.Inheritance;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.api.SourceProblem;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.Progress;
import dev.otters.oci.agent.AgentBuild.Parent;
import dev.otters.oci.agent.AgentImage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the image that an Agentfile builds on, and checks the two together. */
final class Parents {
  private final ImageSource images;

  Parents(ImageSource images) {
    this.images = images;
  }

  /**
   * Is what was found.
   *
   * @param parent empty with {@code FROM scratch}, and where a check does not have it
   * @param warnings what the author should know
   */
  record Found(Optional<Parent> parent, List<SourceProblem> warnings) {
    Found {
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * Finds the parent, and fetches it where it is missing.
   *
   * @param file the Agentfile's name, for findings
   * @throws ApiException or {@link OciException}, naming the parent
   */
  Found find(String file, Agentfile child, Progress progress) {
    if (!child.hasParent()) {
      return new Found(Optional.empty(), List.of());
    }
    return found(file, child, load(child, PullPolicy.MISSING, progress));
  }

  /**
   * Checks with a parent that is in the store; fetches nothing.
   *
   * @param tags what the image would be called
   */
  List<SourceProblem> check(String file, Agentfile child, List<ImageReference> tags) {
    if (!child.hasParent()) {
      return List.of();
    }
    Parent parent;
    try {
      parent = load(child, PullPolicy.NEVER, Progress.NONE);
    } catch (ApiException e) {
      if (e.problem().code() != ErrorCode.IMAGE_NOT_FOUND) {
        throw e;
      }
      return List.of(
          FileLines.warning(
              file,
              child.source(),
              "FROM",
              child.from(),
              "the parent "
                  + Quoted.of(child.from())
                  + " is not in the local store, so only this file was checked"));
    }
    List<String> names = tags.stream().map(ImageReference::toString).toList();
    Optional<String> complaint = parent.lineage().complaint(names);
    if (complaint.isPresent()) {
      throw rejected(file, List.of(atFrom(file, child, complaint.get())));
    }
    return found(file, child, parent).warnings();
  }

  private Parent load(Agentfile child, PullPolicy policy, Progress progress) {
    String from = "FROM " + Quoted.of(child.from()) + ": ";
    try {
      ImageName name = ImageName.of(child.from());
      AgentImage image = images.agent(child.from(), policy, progress).image();
      return new Parent(name, image);
    } catch (OciException e) {
      throw new OciException(e.reason(), from + e.getMessage(), e.remedy(), e);
    } catch (ApiException e) {
      Problem p = e.problem();
      throw new ApiException(
          new Problem(
              p.status(),
              p.code(),
              from + p.title(),
              p.detail(),
              p.remedy(),
              p.problems(),
              p.candidates()),
          e);
    }
  }

  private static Found found(String file, Agentfile child, Parent parent) {
    Agentfile merged = Inheritance.merge(parent.image().agentfile(), child);
    List<SourceProblem> errors = missingBins(file, child, merged);
    if (!errors.isEmpty()) {
      throw rejected(file, errors);
    }
    List<SourceProblem> warnings = new ArrayList<>();
    List<String> unknown = parent.image().unknown().capabilities();
    if (!unknown.isEmpty()) {
      warnings.add(
          FileLines.warning(
              file,
              child.source(),
              "FROM",
              child.from(),
              "the parent has capabilities that this release does not know and does not grant: "
                  + unknown.stream().map(Quoted::of).collect(Collectors.joining(", "))));
    }
    return new Found(Optional.of(parent), warnings);
  }

  /** A VAULT may be for a BIN of the parent, so only both together show what is missing. */
  private static List<SourceProblem> missingBins(String file, Agentfile child, Agentfile merged) {
    Set<String> bins = merged.bins().stream().map(Bin::name).collect(Collectors.toSet());
    List<SourceProblem> errors = new ArrayList<>();
    for (Vault vault : child.effectiveVaults()) {
      vault.bins().stream()
          .filter(bin -> !bins.contains(bin))
          .forEach(
              bin ->
                  errors.add(
                      FileLines.error(
                          file,
                          child.source(),
                          "VAULT",
                          vault.name(),
                          "neither this file nor its parent has the BIN " + Quoted.of(bin))));
    }
    return errors;
  }

  private static SourceProblem atFrom(String file, Agentfile child, String message) {
    return FileLines.error(file, child.source(), "FROM", child.from(), message);
  }

  private static ApiException rejected(String file, List<SourceProblem> errors) {
    return Findings.rejected(file, errors);
  }
}
