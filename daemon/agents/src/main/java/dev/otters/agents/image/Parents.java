package dev.otters.agents.image;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.Bin;
import dev.otters.agentfile.ImageName;
import dev.otters.agentfile.ParseResult;
import dev.otters.agentfile.Problem;
import dev.otters.agentfile.Problem.Severity;
import dev.otters.agentfile.ProblemCode;
import dev.otters.agentfile.Quoted;
import dev.otters.agentfile.Vault;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
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

/** Finds the parent image of an Agentfile, and checks the two together. */
record Parents(ImageSource images) {
  /**
   * A parent with findings.
   *
   * @param parent empty for {@code FROM scratch}, and if a check does not have it
   * @param findings errors and notes for the author
   */
  record Found(Optional<Parent> parent, List<Problem> findings) {
    Found {
      findings = List.copyOf(findings);
    }
  }

  /**
   * Finds the parent, and fetches it if it is missing.
   *
   * @param tags the tags of the image; empty for its NAME
   * @throws ApiException or {@link OciException} with the name of the parent
   */
  Found find(ParseResult.Parsed child, List<ImageReference> tags, Progress progress) {
    return child.agentfile().hasParent()
        ? found(child, tags, load(child.agentfile(), PullPolicy.MISSING, progress))
        : new Found(Optional.empty(), List.of());
  }

  /** Finds the parent in the store only; otherwise as {@link #find}. */
  Found look(ParseResult.Parsed child, List<ImageReference> tags) {
    Agentfile file = child.agentfile();
    if (!file.hasParent()) {
      return new Found(Optional.empty(), List.of());
    }
    try {
      return found(child, tags, load(file, PullPolicy.NEVER, Progress.NONE));
    } catch (ApiException e) {
      if (e.problem().code() != ErrorCode.IMAGE_NOT_FOUND) {
        throw e;
      }
      String why =
          "the parent "
              + Quoted.of(file.from())
              + " is not in the local store, so only this file was checked";
      return new Found(
          Optional.empty(),
          List.of(atFrom(child, Severity.WARNING, ProblemCode.UNSEEN_PARENT, why)));
    }
  }

  private Parent load(Agentfile child, PullPolicy policy, Progress progress) {
    String from = "FROM " + Quoted.of(child.from()) + ": ";
    try {
      ImageName name = ImageName.of(child.from());
      AgentImage image = images.agent(child.from(), policy, progress).image();
      return new Parent(name, image);
    } catch (OciException e) {
      throw e.after(from);
    } catch (ApiException e) {
      throw new ApiException(e.problem().after(from), e);
    }
  }

  private static Found found(ParseResult.Parsed child, List<ImageReference> tags, Parent parent) {
    Agentfile merged = Agentfile.merge(parent.image().agentfile(), child.agentfile());
    List<Problem> findings = new ArrayList<>(missingBins(child, merged));
    parent
        .lineage()
        .complaint(names(tags, child.agentfile()))
        .map(why -> "FROM " + Quoted.of(child.agentfile().from()) + ": " + why)
        .map(why -> atFrom(child, Severity.ERROR, ProblemCode.OWN_ANCESTOR, why))
        .ifPresent(findings::add);
    List<String> unknown = parent.image().unknown().capabilities();
    if (!unknown.isEmpty()) {
      String why =
          "the parent has capabilities that this release does not know and does not grant: "
              + unknown.stream().map(Quoted::of).collect(Collectors.joining(", "));
      findings.add(atFrom(child, Severity.WARNING, ProblemCode.UNKNOWN_CAPABILITY, why));
    }
    return new Found(Optional.of(parent), findings);
  }

  private static List<String> names(List<ImageReference> tags, Agentfile child) {
    List<ImageReference> names =
        tags.isEmpty() ? child.name().map(ImageReference::named).stream().toList() : tags;
    return names.stream().map(ImageReference::toString).toList();
  }

  /** Returns the VAULTs for BINs that neither the file nor its parent has. */
  private static List<Problem> missingBins(ParseResult.Parsed child, Agentfile merged) {
    Set<String> bins = merged.bins().stream().map(Bin::name).collect(Collectors.toSet());
    List<Problem> errors = new ArrayList<>();
    for (Vault vault : child.agentfile().inForce(Vault.class)) {
      for (String bin : vault.bins()) {
        if (!bins.contains(bin)) {
          String why = "neither this file nor its parent has the BIN " + Quoted.of(bin);
          errors.add(
              child
                  .places()
                  .finding(Severity.ERROR, ProblemCode.UNKNOWN_BIN, "VAULT", vault.name(), why));
        }
      }
    }
    return errors;
  }

  private static Problem atFrom(
      ParseResult.Parsed child, Severity severity, ProblemCode code, String message) {
    String from = child.agentfile().from();
    return child.places().finding(severity, code, "FROM", from, message);
  }
}
