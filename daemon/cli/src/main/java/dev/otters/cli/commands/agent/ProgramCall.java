package dev.otters.cli.commands.agent;

import dev.otters.api.ApiException;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.agent.ExecFrame;
import dev.otters.api.agent.ExecFrame.Kind;
import dev.otters.cli.client.Duplex;
import dev.otters.cli.client.Interrupts;
import dev.otters.cli.client.Route;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.RawTerminal;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A program that the daemon runs for a command, with the streams of the command.
 *
 * @param interactive whether to pass on standard input
 * @param terminal whether the program has a terminal
 */
record ProgramCall(Invocation invocation, boolean interactive, boolean terminal) {
  /** The exit code of the failures of otters itself. */
  static final int FAILED = 125;

  /** The exit code of a program whose output is no longer read, as a shell shows SIGPIPE. */
  private static final int PIPE_CLOSED = 141;

  private static final int CHUNK = 1 << 14;

  /**
   * Runs the program to its end.
   *
   * @param request the program, as JSON
   * @return the exit code
   */
  int run(Route route, Object request) throws IOException {
    try (Duplex duplex = invocation.daemon().duplex(route, ExecFrame.MEDIA_TYPE)) {
      DataOutputStream out = duplex.out();
      try {
        send(out, ExecFrame.json(Kind.START, request));
        if (!interactive) {
          send(out, new ExecFrame(Kind.INPUT, new byte[0]));
        }
      } catch (IOException e) {
        throw invocation.daemon().lost(e);
      }
      if (!terminal || !interactive) {
        return converse(invocation, duplex, interactive);
      }
      try (RawTerminal raw = RawTerminal.enter();
          Interrupts.Handle _ =
              invocation.environment().interrupts().handle(raw::close, Duration.ZERO)) {
        RawTerminal.onResize(() -> resize(out));
        resize(out);
        return converse(invocation, duplex, true);
      }
    }
  }

  private static int converse(Invocation invocation, Duplex duplex, boolean interactive)
      throws IOException {
    Console console = invocation.console();
    if (interactive) {
      Thread.ofPlatform().daemon().name("exec-input").start(() -> feed(console.in(), duplex.out()));
    }
    try {
      DataInputStream in = duplex.in();
      while (true) {
        Optional<ExecFrame> next = ExecFrame.read(in);
        ExecFrame frame = next.orElseThrow(() -> new EOFException("the answer ended early"));
        switch (frame.kind()) {
          case OUTPUT -> {
            if (!print(console.bytes(), frame)) {
              return PIPE_CLOSED;
            }
          }
          case ERROR -> {
            if (!print(console.errorBytes(), frame)) {
              return PIPE_CLOSED;
            }
          }
          case EXIT -> {
            return frame.numbers().getInt();
          }
          case PROBLEM -> throw new ApiException(Json.read(frame.text(), Problem.class));
          default -> throw new IOException("unexpected message " + frame.kind());
        }
      }
    } catch (IOException e) {
      throw invocation.daemon().lost(e);
    }
  }

  private static boolean print(OutputStream out, ExecFrame frame) {
    try {
      out.write(frame.content());
      out.flush();
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  private static void feed(InputStream in, DataOutputStream out) {
    byte[] buffer = new byte[CHUNK];
    try {
      for (int n = in.read(buffer); n > 0; n = in.read(buffer)) {
        send(out, ExecFrame.of(Kind.INPUT, buffer, 0, n));
      }
      send(out, new ExecFrame(Kind.INPUT, new byte[0]));
    } catch (IOException _) {
      // The program has ended, or the daemon is gone: the answer says which.
    }
  }

  private static void resize(DataOutputStream out) {
    try {
      List<Integer> size = RawTerminal.size();
      send(out, ExecFrame.size(size.getFirst(), size.getLast()));
    } catch (IOException _) {
      // As above.
    }
  }

  private static void send(DataOutputStream out, ExecFrame frame) throws IOException {
    synchronized (out) {
      frame.write(out);
    }
  }
}
