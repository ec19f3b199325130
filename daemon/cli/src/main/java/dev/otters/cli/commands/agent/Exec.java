package dev.otters.cli.commands.agent;

import dev.otters.api.ApiException;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.agent.ExecFrame;
import dev.otters.api.agent.ExecFrame.Kind;
import dev.otters.api.agent.ExecRequest;
import dev.otters.cli.client.Duplex;
import dev.otters.cli.client.Interrupts;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.RawTerminal;
import dev.otters.cli.local.KeyValues;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs a program in the sandbox of an agent. */
final class Exec implements RunnableCommand {
  /** The exit code of Docker's own failures. */
  private static final int FAILED = 125;

  /** The exit code of a program whose output is no longer read, as a shell shows SIGPIPE. */
  private static final int PIPE_CLOSED = 141;

  private static final int CHUNK = 1 << 14;

  @Override
  public Command command() {
    return Command.of("exec", Group.AGENTS, "Run a program in the sandbox of a running agent")
        .alias("agent exec")
        .details(
            "The program runs as the agent's user with the agent's limits, mounts and network. A"
                + " name without a slash is searched in /opt/bins, where the agent's tools are."
                + " Options after AGENT belong to the program.\n\n"
                + "The exit code is that of the program: 127 if it does not exist, 126 if it is not"
                + " executable, 128 plus the number of a signal that ended it. It is 125 if otters"
                + " itself fails, and 2 if the command line is invalid: -it needs a terminal as"
                + " standard input. The program is killed when otters ends first.")
        .arguments(
            Argument.one("AGENT", "Name or id of the agent"),
            Argument.program("PROGRAM", "The program and its arguments"))
        .options(
            Option.flag("Pass on standard input", "-i", "--interactive"),
            Option.flag("Give the program a terminal", "-t", "--tty"),
            Option.many("KEY=VALUE", "Set a variable of the program", "-e", "--env"),
            Option.one(
                "DIR", "Working folder in the sandbox (default /workspace)", "-w", "--workdir"))
        .example("otters exec guide sh -c 'ls /workspace'", "Run a command of the agent's shell")
        .example("otters exec -it guide sh", "Open a shell in the sandbox")
        .example("otters exec -i guide sh -c 'cat >notes' <notes", "Send a file to the sandbox");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    Arguments given = invocation.arguments();
    boolean terminal = given.has("--tty");
    if (terminal && given.has("--interactive") && !invocation.console().terminal().in()) {
      throw UsageException.of(
          "standard input is not a terminal", "Leave out -t, or run the command in a terminal.");
    }
    return run(invocation, request(invocation, size(terminal)));
  }

  @Override
  public int exitCode(Problem problem) {
    return FAILED;
  }

  private static ExecRequest.@Nullable Size size(boolean terminal) {
    if (!terminal) {
      return null;
    }
    List<Integer> size = RawTerminal.size();
    return new ExecRequest.Size(size.getFirst(), size.getLast());
  }

  private static ExecRequest request(Invocation invocation, ExecRequest.@Nullable Size size) {
    Arguments given = invocation.arguments();
    List<String> words = given.positional();
    List<String> program = words.subList(words.get(1).equals("--") ? 2 : 1, words.size());
    if (program.isEmpty()) {
      throw UsageException.of("missing PROGRAM after --", null);
    }
    Map<String, String> env =
        new KeyValues(invocation.environment().variables())
            .environment(List.of(), given.many("--env"));
    String folder = given.one("--workdir").orElse(null);
    if (folder != null && !folder.startsWith("/")) {
      throw UsageException.of(
          "--workdir '" + folder + "': expected an absolute path in the sandbox",
          "Write it with a leading slash, for example /workspace/" + folder + ".");
    }
    return new ExecRequest(program, env, folder, size);
  }

  private static int run(Invocation invocation, ExecRequest request) throws IOException {
    boolean interactive = invocation.arguments().has("--interactive");
    Route route = Route.of("agents", invocation.arguments().first(), "exec");
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
      if (request.terminal() == null || !interactive) {
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
