package dev.otters.executor;

import java.util.List;

/**
 * Describes an executor as {@code otters info} shows it.
 *
 * @param kind such as {@code docker}
 * @param engineVersion such as {@code 28.5.2}
 * @param apiVersion the API version that is spoken, such as {@code 1.51}; empty where there is none
 * @param endpoint such as {@code unix:///var/run/docker.sock}; empty where there is none
 * @param chosenBecause why this executor and endpoint were chosen, as a sentence part
 * @param limitations what it cannot enforce or verify
 * @param warnings what the operator should know of the engine or machine, a sentence each
 */
public record ExecutorInfo(
    String kind,
    String engineVersion,
    String apiVersion,
    String endpoint,
    String chosenBecause,
    List<Limitation> limitations,
    List<String> warnings) {
  public ExecutorInfo {
    limitations = List.copyOf(limitations);
    warnings = List.copyOf(warnings);
  }
}
