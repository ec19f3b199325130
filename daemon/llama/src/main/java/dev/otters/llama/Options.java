package dev.otters.llama;

import java.nio.file.Path;

/**
 * Is what the program is started with.
 *
 * @param socket where the daemon listens
 * @param weights a GGUF file
 * @param contextSize the tokens of one conversation, at the most
 * @param threads how many threads compute
 * @param slots how many conversations are remembered, so that a next prompt that begins alike is
 *     not read anew
 */
record Options(Path socket, Path weights, int contextSize, int threads, int slots) {
  private static final int ARGUMENTS = 5;

  /** Reads the arguments, which stand in the order of the components. */
  static Options parse(String[] arguments) {
    if (arguments.length != ARGUMENTS) {
      throw new IllegalArgumentException(
          "expected SOCKET WEIGHTS CONTEXT-SIZE THREADS SLOTS, not "
              + arguments.length
              + " arguments");
    }
    return new Options(
        Path.of(arguments[0]),
        Path.of(arguments[1]),
        number(arguments[2]),
        number(arguments[3]),
        number(arguments[4]));
  }

  private static int number(String text) {
    int number = Integer.parseInt(text);
    if (number < 1) {
      throw new IllegalArgumentException(text + " is not a positive number");
    }
    return number;
  }
}
