package dev.otters.agents.endpoint;

import dev.otters.agents.wire.ByteBudget;
import dev.otters.home.time.Time;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.sessions.conversation.TurnSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A connection of a program, which carries one request. */
final class EndpointConnection {
  private static final Duration REQUEST_WITHIN = Duration.ofSeconds(60);
  private static final Duration DRAIN_WITHIN = Duration.ofSeconds(5);
  private static final long MOST_DRAINED = 64L << 20;

  /** The most tokens of JSON in a body: each takes much more memory than its text. */
  private static final int MOST_TOKENS = 500_000;

  private static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxTokenCount(MOST_TOKENS).build())
                  .build())
          .build();

  private final EndpointAgent agent;
  private final SocketChannel channel;
  private final Time time;
  private final RequestInput in;
  private final RequestOutput out;
  private volatile boolean late;

  EndpointConnection(EndpointAgent agent, SocketChannel channel, Time time) {
    this.agent = agent;
    this.channel = channel;
    this.time = time;
    this.in = new RequestInput(channel);
    this.out = new RequestOutput(channel, time, this::close);
  }

  /** Serves the request. Closing the connection from another thread ends this early. */
  void run() {
    try {
      answer();
    } catch (IOException gone) {
      // The program or the daemon closed the connection; there is no one to answer.
      return;
    } catch (InterruptedException e) {
      throw new IllegalStateException("the thread of a connection must not be interrupted", e);
    } finally {
      close();
    }
  }

  /** Answers a program that has too many connections. */
  void refuse(EndpointProblem problem) {
    try {
      tell(problem);
    } catch (IOException gone) {
      // There is no one to tell.
      return;
    } finally {
      close();
    }
  }

  private void answer() throws IOException, InterruptedException {
    Time.Timer timer = time.after(REQUEST_WITHIN, this::tooLate);
    try {
      RequestHead head = in.head();
      switch (head.method() + " " + head.path()) {
        case "GET /v1/models" -> {
          timer.cancel();
          out.json("200 OK", "", models(agent.models(agent.settings())));
        }
        case "POST /v1/messages" -> ask(new AnthropicForm(), head, timer);
        case "POST /v1/chat/completions" -> ask(new OpenAiForm(), head, timer);
        default -> throw unknown(head);
      }
    } catch (EndpointProblem problem) {
      tell(problem);
    } catch (RuntimeException e) {
      fail(e);
    } catch (IOException ended) {
      if (!late) {
        throw ended;
      }
      String why = "the request was not complete within " + REQUEST_WITHIN.toSeconds() + " s";
      tell(new EndpointProblem(EndpointProblem.Kind.LATE, why));
    } finally {
      timer.cancel();
    }
  }

  private void fail(RuntimeException failure) throws IOException {
    EndpointProblem problem = EndpointProblem.of(failure);
    if (!out.begun()) {
      tell(problem);
    }
  }

  private static EndpointProblem unknown(RequestHead head) {
    return new EndpointProblem(
        EndpointProblem.Kind.NOT_FOUND,
        "the model endpoint of Otters does not serve "
            + head.method()
            + " "
            + head.path()
            + ". Use POST /v1/messages, POST /v1/chat/completions or GET /v1/models.");
  }

  /** Ends the wait for the rest of a request, so that its reader can answer. */
  private void tooLate() {
    late = true;
    try {
      SocketChannel unused = channel.shutdownInput();
    } catch (IOException gone) {
      close();
    }
  }

  private void ask(Form form, RequestHead head, Time.Timer timer)
      throws IOException, InterruptedException, EndpointProblem {
    TurnSettings settings = agent.settings();
    int length = head.length().orElse(RequestInput.MOST_CHUNKS);
    ByteBudget.Share memory = agent.memory();
    int taken = memory.take(length);
    try {
      ProgramCall call = call(form, head, timer);
      CompletionRequest request = call.to(agent.allowed(call.model(), settings));
      new ProgramAnswer(form, call, channel, out, time).send(agent, settings, request);
    } finally {
      memory.release(taken);
    }
  }

  private ProgramCall call(Form form, RequestHead head, Time.Timer timer)
      throws IOException, InterruptedException, EndpointProblem {
    if (head.waits()) {
      out.interim("100 Continue");
    }
    byte[] body = head.length().isPresent() ? in.body(head.length().getAsInt()) : in.chunks();
    timer.cancel();
    agent.decoding().acquire();
    try {
      return form.read(parsed(body));
    } finally {
      agent.decoding().release();
    }
  }

  private static JsonNode parsed(byte[] body) throws EndpointProblem {
    try {
      return JSON.readTree(body);
    } catch (JacksonException e) {
      throw EndpointProblem.invalid("the body is not JSON: " + e.getOriginalMessage());
    }
  }

  /** Returns a list of models with the members that either vendor's lists have. */
  private static String models(List<String> names) {
    ObjectNode list = JSON.createObjectNode().put("object", "list").put("has_more", false);
    ArrayNode data = list.putArray("data");
    for (String name : names) {
      data.addObject()
          .put("id", name)
          .put("type", "model")
          .put("object", "model")
          .put("display_name", name)
          .put("created", 0)
          .put("created_at", "1970-01-01T00:00:00Z")
          .put("owned_by", "otters");
    }
    return list.put("first_id", names.getFirst()).put("last_id", names.getLast()).toString();
  }

  /**
   * Sends a failure, and reads on for a while: a client that is still sending loses the answer if
   * the connection is closed at once.
   */
  private void tell(EndpointProblem problem) throws IOException {
    out.json(problem.kind().status(), problem.headers(), problem.json());
    SocketChannel unused = channel.shutdownOutput();
    Time.Timer timer = time.after(DRAIN_WITHIN, this::close);
    try {
      ByteBuffer drain = ByteBuffer.allocate(16 << 10);
      long drained = 0;
      int read = 0;
      while (read >= 0 && drained < MOST_DRAINED) {
        drained += read;
        read = channel.read(drain.clear());
      }
    } finally {
      timer.cancel();
    }
  }

  /** Closes the connection. Idempotent. */
  void close() {
    try {
      channel.close();
    } catch (IOException broken) {
      // A socket that cannot be closed is broken already.
      return;
    }
  }
}
