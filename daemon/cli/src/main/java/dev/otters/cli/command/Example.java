package dev.otters.cli.command;

/**
 * An example of a command.
 *
 * @param line as typed into a shell
 * @param meaning what it does
 */
public record Example(String line, String meaning) {}
