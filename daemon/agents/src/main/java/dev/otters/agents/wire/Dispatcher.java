package dev.otters.agents.wire;

import dev.otters.home.token.Tokens;
import dev.otters.models.gateway.CallKey;
import dev.otters.models.gateway.Caller;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelException;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.Protocol;
import dev.otters.protocol.StopReason;
import dev.otters.protocol.Usage;
import dev.otters.protocol.WireError;
import dev.otters.sessions.CompletionStream;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;

/** Answers the requests of one connection. The socket of the connection identifies the agent. */
final class Dispatcher {
  private static final Answer.Done DONE = new Answer.Done();
  private static final int MAX_VERSION = 64;
  private static final int MAX_CALL_ID = 256;
  private static final Pattern NOT_SHOWN = Pattern.compile("[^\\x21-\\x7E]");

  private final UUID agent;
  private final String owner;
  private final Services services;
  private volatile String jti = "";

  Dispatcher(UUID agent, String owner, Services services) {
    this.agent = agent;
    this.owner = owner;
    this.services = services;
  }

  /** The answer to a hello, with the turns that were interrupted while the runtime was away. */
  record Greeting(Answer.Welcome welcome, List<String> interrupted) {}

  /** Authenticates the connection. After {@code known}, it is the agent's only one. */
  Greeting greet(Call.Hello hello, Runnable known) {
    if (hello.protocol() != Protocol.VERSION) {
      throw new Refusal(
          WireError.Code.PROTOCOL_UNSUPPORTED,
          "this daemon speaks protocol %d and the runtime speaks %d. Create the agent again."
              .formatted(Protocol.VERSION, hello.protocol()));
    }
    Tokens.Renewal renewal = services.tokens().authenticate(agent, hello.token());
    jti = renewal.jti();
    known.run();
    List<String> interrupted = services.turns().connect(agent, owner, hello.held());
    services.directory().connected(agent, harmless(hello.runtimeVersion()));
    Answer.Welcome welcome =
        new Answer.Welcome(Protocol.VERSION, renewal.token(), services.directory().setup(agent));
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
        services.directory().ready(agent);
        yield DONE;
      }
      case Call.Fatal(String reason, String message) -> {
        services.directory().fatal(agent, reason, message);
        yield DONE;
      }
      case Call.Lease lease -> new Answer.Leased(services.turns().lease(agent, owner));
      case Call.Heartbeat(String activation, long fence) -> {
        services.turns().heartbeat(agent, activation, fence);
        yield DONE;
      }
      case Call.Append append -> {
        services.turns().append(agent, append.activation(), append.fence(), append.events());
        yield DONE;
      }
      case Call.Complete complete -> complete(complete);
      case Call.Ack ack -> {
        services.turns().ack(agent, ack.activation(), ack.fence(), ack.outcome(), ack.usage());
        yield DONE;
      }
      case Call.Renew renew -> {
        Tokens.Renewal renewal = services.tokens().renew(agent, jti);
        jti = renewal.jti();
        yield new Answer.Renewed(renewal.token());
      }
    };
  }

  private Answer.Completion complete(Call.Complete call) throws InterruptedException {
    if (call.call().length() > MAX_CALL_ID) {
      throw new Refusal(
          WireError.Code.INVALID,
          "the completion id is longer than " + MAX_CALL_ID + " characters");
    }
    CompletionStream stream = services.turns().completion(agent, call.activation(), call.fence());
    if (stream.interrupted()) {
      return new Answer.Completion("", List.of(), StopReason.INTERRUPTED, Usage.NONE);
    }
    CompletionRequest request =
        new CompletionRequest(
            services.directory().model(agent),
            call.messages(),
            call.tools(),
            services.directory().turnOptions(agent).model());
    CallKey key = new CallKey(call.activation(), call.fence(), call.call());
    try {
      return services
          .gateway()
          .complete(
              key,
              request,
              new Caller(agent.toString(), stream::note),
              stream::count,
              stream::delta,
              stream::current);
    } catch (ModelException e) {
      e.retryAfter().ifPresent(stream::retryAfter);
      throw e;
    }
  }
}
