package dev.otters.agents.wire;

import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Block;
import dev.otters.protocol.Call;
import dev.otters.protocol.CrashPoint;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.Protocol;
import dev.otters.protocol.WireError;
import dev.otters.sessions.running.Step;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Answers the requests of one connection. The socket of the connection identifies the sandbox, and
 * so the agent and, if the sandbox is that of one session, the session.
 */
final class Dispatcher {
  private static final Answer.Done DONE = new Answer.Done();
  private static final int MAX_VERSION = 64;
  private static final int MAX_BLOCKS = 64;
  private static final int MAX_PROMPT = 1024 * 1024;
  private static final Pattern NOT_SHOWN = Pattern.compile("[^\\x21-\\x7E]");

  private final UUID sandbox;
  private final UUID agent;
  private final String owner;
  private final Services services;

  Dispatcher(UUID sandbox, String owner, Services services) {
    this.sandbox = sandbox;
    this.agent = services.directory().agent(sandbox);
    this.owner = owner;
    this.services = services;
  }

  /** The answer to a hello, with the turns that were interrupted while the runtime was away. */
  record Greeting(Answer.Welcome welcome, List<String> interrupted) {}

  /** Authenticates the connection. After {@code known}, it is the agent's only one. */
  Greeting greet(Call.Hello hello, Runnable known) {
    String token = services.tokens().authenticate(sandbox, hello.token());
    if (hello.protocol() != Protocol.VERSION) {
      services.directory().outdated(sandbox, hello.protocol());
      throw new Refusal(
          WireError.Code.PROTOCOL_UNSUPPORTED,
          "this daemon speaks protocol %d and the runtime speaks %d"
              .formatted(Protocol.VERSION, hello.protocol()));
    }
    known.run();
    List<String> interrupted = services.sessions().turns().connect(sandbox, owner, hello.held());
    services.directory().connected(sandbox, harmless(hello.runtimeVersion()));
    Answer.Welcome welcome =
        new Answer.Welcome(Protocol.VERSION, token, services.directory().setup(sandbox));
    return new Greeting(welcome, interrupted);
  }

  /** Returns the runtime's version cut and cleaned for display on one line. */
  private static String harmless(String version) {
    String shown = NOT_SHOWN.matcher(version).replaceAll("?");
    return shown.substring(0, Math.min(shown.length(), MAX_VERSION));
  }

  Answer answer(Call<?> call) throws InterruptedException {
    return switch (call) {
      case Call.Hello hello ->
          throw new Refusal(WireError.Code.INVALID, "this connection has already sent hello");
      case Call.Ready ready -> {
        ready(ready);
        yield DONE;
      }
      case Call.Fatal(String reason, String message) -> {
        services.directory().fatal(sandbox, reason, redactor().apply(message));
        yield DONE;
      }
      case Call.Lease lease -> {
        Activation leased = services.sessions().turns().lease(sandbox, owner);
        CrashPoint.at("turn-leased");
        services.engine().leased(new Step(agent, leased.id(), leased.fence(), 1));
        yield new Answer.Leased(leased);
      }
      case Call.Heartbeat(String activation, long fence) -> {
        Step any = own(activation, fence, 0);
        services.sessions().turns().heartbeat(agent, any.activation(), fence);
        yield DONE;
      }
      case Call.Complete(String activation, long fence, int step) ->
          services.engine().next(own(activation, fence, step));
      case Call.Result(String activation, long fence, int step, EventBody.ToolResult result) -> {
        Step made = own(activation, fence, step);
        services.sessions().reports().result(made, result, redactor());
        CrashPoint.at("result-stored");
        services.engine().reported(made, result.call());
        yield DONE;
      }
      case Call.Release(String activation, long fence, Outcome.Unanswered outcome) -> {
        Step any = own(activation, fence, 0);
        services.sessions().reports().release(any, outcome, redactor());
        yield DONE;
      }
    };
  }

  /** Returns a step of a turn of this sandbox. */
  private Step own(String activation, long fence, int step) {
    services.sessions().turns().requireOwn(sandbox, activation, fence);
    return new Step(agent, activation, fence, step);
  }

  private void ready(Call.Ready ready) {
    long size = ready.blocks().stream().mapToLong(Dispatcher::size).sum();
    if (ready.blocks().size() > MAX_BLOCKS || size > MAX_PROMPT) {
      throw new Refusal(
          WireError.Code.INVALID,
          "the generated prompt has %d sections and %d characters, more than %d or %d"
              .formatted(ready.blocks().size(), size, MAX_BLOCKS, MAX_PROMPT));
    }
    UnaryOperator<String> redactor = redactor();
    services
        .directory()
        .ready(sandbox, ready.blocks().stream().map(block -> redacted(block, redactor)).toList());
  }

  private static Block redacted(Block block, UnaryOperator<String> redactor) {
    return new Block(
        block.name(), redactor.apply(block.description()), redactor.apply(block.text()));
  }

  /** Returns what hides every secret that the daemon knows, in the texts of this agent. */
  private UnaryOperator<String> redactor() {
    return services.directory().redactor(agent);
  }

  private static long size(Block block) {
    return (long) block.name().length() + block.description().length() + block.text().length();
  }
}
