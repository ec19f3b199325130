package dev.otters.oci;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Runs a class of the tests in a process of its own, which a test may kill. */
public final class ChildJvm {
  private ChildJvm() {}

  /**
   * Starts its main method with the class path of this JVM. What it writes to its standard error is
   * seen on ours.
   */
  public static Process start(Class<?> main, String... arguments) throws IOException {
    return start(List.of(), main, arguments);
  }

  /**
   * Starts its main method as {@link #start(Class, String...)}, with further options of the JVM.
   */
  public static Process start(List<String> options, Class<?> main, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(options);
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }
}
