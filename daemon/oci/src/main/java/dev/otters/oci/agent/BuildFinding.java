package dev.otters.oci.agent;

import dev.otters.agentfile.ProblemCode;

/**
 * One problem with the files of a build.
 *
 * @param code a stable code for programs
 * @param directive the directive in upper case
 * @param name the declared name, which identifies the line
 * @param message the problem, in one line
 */
public record BuildFinding(ProblemCode code, String directive, String name, String message) {}
