package dev.otters.cli.console;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The user's terminal while each key goes to a program. Closing restores the terminal. */
public final class RawTerminal implements AutoCloseable {
  private static final File TERMINAL = new File("/dev/tty");

  private final String before;
  private boolean closed;

  private RawTerminal(String before) {
    this.before = before;
  }

  /** Passes keys on unchanged from now on, without showing them. */
  public static RawTerminal enter() throws IOException {
    return new RawTerminal(stty("-g; stty raw -echo -iexten"));
  }

  /** Returns rows and columns; zeros when unknown. */
  public static List<Integer> size() {
    String[] words;
    try {
      words = stty("size").split(" ", -1);
    } catch (IOException _) {
      return List.of(0, 0); // there is no terminal
    }
    return words.length == 2 && words[0].matches("\\d{1,5}") && words[1].matches("\\d{1,5}")
        ? List.of(Integer.valueOf(words[0]), Integer.valueOf(words[1]))
        : List.of(0, 0);
  }

  /**
   * Runs an action after each change of the size. The class for signals is not part of the Java
   * platform's standard, so it is used only if it is there.
   */
  public static void onResize(Runnable action) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object handles =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (_, _, _) -> {
                action.run();
                return null;
              });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance("WINCH"), handles);
    } catch (ReflectiveOperationException | IllegalArgumentException _) {
      // The program keeps the size that the terminal had at the start.
    }
  }

  private static String stty(String arguments) throws IOException {
    Process process =
        new ProcessBuilder("/bin/sh", "-c", "stty " + arguments)
            .redirectInput(TERMINAL)
            .redirectError(Redirect.DISCARD)
            .start();
    String said =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    try {
      int unused = process.waitFor();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    return said;
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      String unused = stty(before);
    } catch (IOException _) {
      // The terminal is gone.
    }
  }
}
