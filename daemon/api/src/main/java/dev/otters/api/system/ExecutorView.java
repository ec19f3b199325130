package dev.otters.api.system;

import java.util.List;

/**
 * An executor that the daemon can use.
 *
 * @param version of the engine, or of bubblewrap; empty where there is none
 * @param reason how it was found, and why it is the default
 * @param limitations what it cannot enforce here, each as {@code name: sentence}
 */
public record ExecutorView(
    String kind,
    String version,
    String apiVersion,
    String endpoint,
    String reason,
    List<String> limitations,
    List<String> warnings) {}
