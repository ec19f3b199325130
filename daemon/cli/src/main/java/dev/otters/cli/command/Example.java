package dev.otters.cli.command;

/**
 * Shows a command in use.
 *
 * @param line as typed into a shell
 * @param meaning what it does
 */
public record Example(String line, String meaning) {}
