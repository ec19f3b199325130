package dev.otters.oci.agent;

import dev.otters.agentfile.ProblemCode;

/**
 * Is one reason why an image cannot be built from its files.
 *
 * @param code stable, for programs
 * @param directive the Agentfile's, in upper case
 * @param name what the directive declares, by which its line is found
 * @param message what is wrong, in one line
 */
public record BuildFinding(ProblemCode code, String directive, String name, String message) {}
