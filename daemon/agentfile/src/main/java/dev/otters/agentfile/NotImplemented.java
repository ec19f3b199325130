package dev.otters.agentfile;

import java.util.List;
import java.util.stream.Stream;

/**
 * Declarations that are valid and stored in images, but have no effect in this release.
 *
 * @param directive such as {@code RESOURCE}
 * @param names the declared names, at least one
 */
public record NotImplemented(String directive, List<String> names) {
  public NotImplemented {
    names = List.copyOf(names);
  }

  /** Returns those of a file, by directive. */
  public static List<NotImplemented> in(Agentfile agentfile) {
    return Stream.of(
            new NotImplemented(
                "CAPABILITY",
                agentfile.capabilities().stream()
                    .filter(capability -> !capability.works())
                    .map(Capability::kebabName)
                    .toList()),
            new NotImplemented(
                "RESOURCE",
                agentfile.inForce(Resource.class).stream()
                    .filter(resource -> !Resource.KINDS.contains(resource.kind()))
                    .map(Resource::name)
                    .toList()))
        .filter(part -> !part.names.isEmpty())
        .toList();
  }

  /** Returns the sentence for users, without a full stop. */
  public String text() {
    return "this release does not implement %s: %s %s no effect"
        .formatted(directive, String.join(", ", names), names.size() == 1 ? "has" : "have");
  }
}
