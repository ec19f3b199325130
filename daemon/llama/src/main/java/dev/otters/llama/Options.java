package dev.otters.llama;

import java.nio.file.Path;

/**
 * The arguments of the program.
 *
 * @param socket the socket on which the daemon listens
 * @param weights a GGUF file
 * @param contextSize the maximum number of tokens of one conversation
 * @param threads the number of threads that compute
 * @param slots the number of conversations to cache, so that a prompt that continues one of them is
 *     not read again
 */
record Options(Path socket, Path weights, int contextSize, int threads, int slots) {
  private static final int ARGUMENTS = 5;

  /** Parses the arguments, which have the order of the components. */
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
