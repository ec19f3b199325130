package dev.otters.oci.agent;

import dev.otters.oci.OciException;
import java.util.List;
import java.util.stream.Collectors;

/** The failure of a build, with all problems of its input. */
public final class BuildInputException extends OciException {
  private static final long serialVersionUID = 1;

  private final transient List<BuildFinding> findings;

  BuildInputException(List<BuildFinding> findings) {
    super(
        Reason.BUILD_INPUT,
        findings.stream().map(BuildFinding::message).collect(Collectors.joining("\n")),
        "Correct these lines of the Agentfile, or the files that they name.");
    this.findings = List.copyOf(findings);
  }

  /** Returns the problems in the order of the image's parts. */
  public List<BuildFinding> findings() {
    return findings;
  }
}
