package dev.otters.agents.endpoint;

import dev.otters.home.time.Time;
import dev.otters.models.chat.Completion;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.sessions.conversation.TurnSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a request. The model is asked on another thread, so that neither waits for the
 * other: what it says is kept until the program reads it, as far as the gateway lets it speak.
 */
final class ProgramAnswer {
  /** The time between two signs of life, in which a program that left is noticed. */
  private static final Duration SIGN = Duration.ofSeconds(10);

  /** The same for a program that sends no more: perhaps it is no longer there. */
  private static final Duration SIGN_AFTER_END = Duration.ofSeconds(1);

  /** The most bytes that a program may send after its request. */
  private static final int MOST_SURPLUS = 64 << 10;

  private static final Duration LOOK = Duration.ofMillis(250);

  private final Form form;
  private final ProgramCall call;
  private final Form.Events events;
  private final SocketChannel channel;
  private final RequestOutput out;
  private final Time time;
  private final BlockingQueue<Step> steps = new LinkedBlockingQueue<>();
  private int told;
  private volatile boolean inputEnded;

  /** A step of the model. */
  private sealed interface Step {
    record Said(String text) implements Step {}

    record Answered(Completion completion) implements Step {}

    record Failed(EndpointProblem problem) implements Step {}
  }

  ProgramAnswer(Form form, ProgramCall call, SocketChannel channel, RequestOutput out, Time time) {
    this.form = form;
    this.call = call;
    this.events = form.events(call);
    this.channel = channel;
    this.out = out;
    this.time = time;
  }

  /**
   * Asks the model and sends its answer. If the program leaves before, the request is cancelled.
   *
   * @throws EndpointProblem if there is no answer, and none has begun
   * @throws IOException if the program has left
   */
  void send(EndpointAgent agent, TurnSettings settings, CompletionRequest request)
      throws IOException, InterruptedException, EndpointProblem {
    Thread asking =
        Thread.ofVirtual().name("program-request").start(() -> ask(agent, settings, request));
    Thread.ofVirtual().name("program-input").start(this::watch);
    try {
      pass();
    } finally {
      asking.interrupt();
      asking.join();
    }
  }

  private void ask(EndpointAgent agent, TurnSettings settings, CompletionRequest request) {
    try {
      Completion completion =
          agent.requests().ask(agent.id(), settings, request, text -> add(new Step.Said(text)));
      add(new Step.Answered(completion));
    } catch (InterruptedException left) {
      // The program has left, and no longer reads the answer.
      return;
    } catch (RuntimeException | Error e) {
      add(new Step.Failed(EndpointProblem.of(e)));
    }
  }

  private void add(Step step) {
    boolean unused = steps.offer(step);
  }

  /** Reads on until the program sends no more. A program may end its output and still listen. */
  private void watch() {
    ByteBuffer rest = ByteBuffer.allocate(4 << 10);
    try {
      int surplus = 0;
      // A connection carries one request; what follows is no part of it.
      for (int read = channel.read(rest); read >= 0; read = channel.read(rest.clear())) {
        surplus += read;
        if (surplus > MOST_SURPLUS) {
          channel.close();
        }
      }
      inputEnded = true;
    } catch (IOException closed) {
      // Writing fails, too, and ends the request.
      inputEnded = true;
    }
  }

  private void pass() throws IOException, InterruptedException, EndpointProblem {
    long sign = time.nanos();
    while (true) {
      Step step = steps.poll(LOOK.toMillis(), TimeUnit.MILLISECONDS);
      if (!channel.isOpen()) {
        throw new ClosedChannelException();
      }
      if (step == null) {
        Duration pause = inputEnded ? SIGN_AFTER_END : SIGN;
        if (time.nanos() - sign >= pause.toNanos()) {
          sign();
          sign = time.nanos();
        }
      } else if (take(step)) {
        return;
      }
    }
  }

  /** Shows the program that the model still works, or learns that it has left. */
  private void sign() throws IOException {
    if (call.stream()) {
      begin();
      out.events(events.ping());
    } else if (inputEnded) {
      out.interim("102 Processing");
    }
  }

  private void begin() throws IOException {
    if (!out.begun()) {
      out.stream();
      out.events(events.begin());
    }
  }

  /** Passes a step on, and returns whether it was the last one. */
  private boolean take(Step step) throws IOException, EndpointProblem {
    switch (step) {
      case Step.Said(String text) -> say(text);
      case Step.Answered(Completion completion) -> end(completion);
      case Step.Failed(EndpointProblem problem) -> fail(problem);
    }
    return !(step instanceof Step.Said);
  }

  /** Passes on a text with all that was said since. */
  private void say(String first) throws IOException {
    if (!call.stream()) {
      return;
    }
    StringBuilder text = new StringBuilder(first);
    @Nullable Step next = steps.peek();
    while (next instanceof Step.Said(String more)) {
      text.append(more);
      steps.remove();
      next = steps.peek();
    }
    told += text.length();
    if (!text.isEmpty()) {
      begin();
      out.events(events.text(text.toString()));
    }
  }

  private void end(Completion completion) throws IOException {
    if (!call.stream()) {
      out.json("200 OK", "", form.whole(call, completion));
      return;
    }
    begin();
    String all = completion.text();
    if (all.length() > told) {
      out.events(events.text(all.substring(told)));
    }
    out.events(events.end(completion));
    out.end();
  }

  private void fail(EndpointProblem problem) throws IOException, EndpointProblem {
    if (!out.begun()) {
      throw problem;
    }
    out.events(events.broken(problem));
    out.end();
  }
}
