package dev.otters.acceptance;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The machine's Node.js in a sandbox that has a shell and sees {@code /usr} at {@code /host}. */
final class HostNode {
  /** A mount for {@code otters run -v}. */
  static final String MOUNT = "/usr:/host:ro";

  /** The npm of Debian's and of Node's own packages. */
  static final String NPM = "/host/lib/node_modules/npm/bin/npm-cli.js";

  private HostNode() {}

  /** Returns a command line for a shell that runs Node.js with its own libraries. */
  static String line(String arguments) {
    return "lib=$(echo /host/lib/*-linux-gnu); exec $lib/ld-linux-*.so.* --library-path $lib"
        + " /host/bin/node "
        + arguments;
  }

  /** Returns whether a program is on the PATH of the tests. */
  static boolean has(String program) {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
