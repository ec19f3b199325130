package dev.otters.git;

import java.io.DataInputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.eclipse.jgit.api.errors.GitAPIException;

/** Clones one repository for the daemon that started this program. */
public final class Main {
  private static final int ENDED = 1;

  private Main() {}

  /** Clones, reports, and ends the process. Takes no arguments: anyone can see those. */
  public static void main(String[] arguments) throws IOException {
    DataInputStream in = new DataInputStream(System.in);
    Order order = Order.read(in);
    Settings.use();
    Thread.ofPlatform().daemon().start(() -> endWith(in));
    Report report = new Report(new FileOutputStream(FileDescriptor.out));
    try {
      report.done(new Clone(order, report).run());
    } catch (IOException | GitAPIException | RuntimeException e) {
      report.failed(Refusal.of(e));
    }
    Runtime.getRuntime().halt(0);
  }

  /** Ends the process with its standard input, which ends at the latest with the daemon. */
  private static void endWith(InputStream in) {
    try {
      while (in.read() >= 0) {
        // The daemon sends nothing more.
      }
    } catch (IOException _) {
      // The same as the end.
    }
    Runtime.getRuntime().halt(ENDED);
  }
}
