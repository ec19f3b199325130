package dev.otters.executor;

import java.util.List;

/**
 * The description of an executor that {@code otters info} shows.
 *
 * @param kind such as {@code docker}
 * @param engineVersion such as {@code 28.5.2}
 * @param apiVersion the API version in use, such as {@code 1.51}; empty when there is none
 * @param endpoint such as {@code unix:///var/run/docker.sock}; empty when there is none
 * @param chosenBecause the reason for the choice of this executor and endpoint
 * @param limitations the promises that it cannot keep or verify
 * @param warnings problems of the engine or machine, one sentence each
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
