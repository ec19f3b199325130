package dev.otters.agents.image;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.ParseResult;
import dev.otters.agentfile.Problem;
import dev.otters.agentfile.ProblemCode;
import dev.otters.resources.Resources;
import java.util.List;

/** Finds resources that no agent could use. */
final class ResourceFindings {
  private ResourceFindings() {}

  /**
   * Returns findings about the settings and the tools of resources, also of those of the parent.
   */
  static List<Problem> of(ParseResult.Parsed parsed, Parents.Found found) {
    Agentfile own = parsed.agentfile();
    Agentfile whole =
        found.parent().map(it -> Agentfile.merge(it.image().agentfile(), own)).orElse(own);
    return DeclaredResources.complaints(whole).stream().map(it -> finding(parsed, it)).toList();
  }

  private static Problem finding(ParseResult.Parsed parsed, Resources.Complaint complaint) {
    String name = complaint.resource().name();
    return parsed
        .places()
        .finding(
            Problem.Severity.ERROR,
            ProblemCode.INVALID_VALUE,
            "RESOURCE",
            name,
            "RESOURCE " + name + ": " + complaint.text());
  }
}
