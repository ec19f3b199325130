package dev.otters.models.provider.local;

import dev.otters.models.gateway.AnswerLimit;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Reason;
import dev.otters.protocol.LineChannel;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A child process behind a connection. One thread reads, so that the end of the process is noticed
 * at once. Another one writes, because interrupting a writing caller would close the connection.
 */
final class SocketChild implements Child {
  private static final Logger LOG = LoggerFactory.getLogger(SocketChild.class);

  /** The most messages that wait to be handled; the child process waits beyond that. */
  private static final int MOST_MESSAGES = 64;

  private static final int MOST_BYTES = 64 << 10;

  /** The most requests that wait to be read: the last one, its cancellation, and the next. */
  static final int MOST_REQUESTS = 4;

  /** The process behind the connection. */
  interface Body {
    /** Kills the process. Idempotent. */
    void kill();

    /** Waits for the end of the process and returns its cause, such as "by signal 11". */
    String epitaph();
  }

  private final String model;
  private final LineChannel channel;
  private final Body body;
  private final ChildTimeouts patience;
  private final BlockingQueue<ChildMessage> received = new ArrayBlockingQueue<>(MOST_MESSAGES);
  private final BlockingQueue<byte[]> requests = new ArrayBlockingQueue<>(MOST_REQUESTS);
  private final Thread writer;
  private int lastId;
  private int unfinished;
  private volatile boolean gone;

  SocketChild(String model, LineChannel channel, Body body, ChildTimeouts patience) {
    this.model = model;
    this.channel = channel;
    this.body = body;
    this.patience = patience;
    writer = Thread.ofVirtual().name("to local model " + model).start(this::speak);
    Thread.ofVirtual().name("from local model " + model).start(this::listen);
  }

  private void speak() {
    try {
      while (!gone) {
        channel.write(requests.take());
      }
    } catch (IOException e) {
      LOG.atDebug()
          .addKeyValue("model", model)
          .setCause(e)
          .log("A local model does not read its requests");
      hangUp();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void listen() {
    try {
      for (byte[] line = readLine(); line != null; line = readLine()) {
        received.put(ChildMessage.read(line));
      }
    } catch (IOException e) {
      LOG.atDebug()
          .addKeyValue("model", model)
          .setCause(e)
          .log("The connection to a local model broke");
    } catch (IllegalArgumentException e) {
      LOG.atError()
          .addKeyValue("model", model)
          .setCause(e)
          .log("A local model sent an unknown message");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      gone = true;
      writer.interrupt();
      end();
    }
  }

  private byte @Nullable [] readLine() throws IOException {
    return channel.read(MOST_BYTES);
  }

  private void end() {
    try {
      received.put(new ChildMessage.Gone());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Waits until the model is loaded.
   *
   * @throws ModelException if it cannot be loaded
   */
  void awaitReady() throws InterruptedException {
    switch (next(patience.start(), "while it was loaded")) {
      case ChildMessage.Ready ready -> {}
      case ChildMessage.Failed failed -> throw Failures.notLoaded(model, failed);
      case ChildMessage other -> throw Failures.unexpected(model, other);
    }
  }

  @Override
  public Generation complete(GenerationRequest ask, Consumer<String> deltas)
      throws InterruptedException {
    int id = ++lastId;
    send(ChildMessage.complete(id, ask));
    unfinished = id;
    try {
      return hear(id, ask, deltas);
    } catch (InterruptedException e) {
      send(ChildMessage.cancel(id));
      throw e;
    }
  }

  /** Queues a request. Ends a child that does not read. */
  private void send(byte[] request) {
    if (!requests.offer(request)) {
      close();
    }
  }

  private Generation hear(int id, GenerationRequest ask, Consumer<String> deltas)
      throws InterruptedException {
    StringBuilder text = new StringBuilder();
    Duration wait = patience.beginning(ask.promptTokens());
    while (true) {
      switch (next(wait, "while it answered")) {
        case ChildMessage.Delta delta when delta.id() == id -> {
          text.append(delta.text());
          if (text.length() > AnswerLimit.CHARACTERS) {
            close();
            throw AnswerLimit.exceeded();
          }
          deltas.accept(delta.text());
          wait = patience.text();
        }
        case ChildMessage.Done done when done.id() == id -> {
          unfinished = 0;
          return new Generation(
              text.toString(),
              done.promptTokens(),
              done.outputTokens(),
              done.stopReason().equals("limit"));
        }
        case ChildMessage.Refused refused when refused.id() == id -> {
          unfinished = 0;
          throw ModelException.permanent(
              Reason.BAD_REQUEST,
              "local/" + model + " rejected the request: " + refused.message(),
              "");
        }
        case ChildMessage other -> expectOld(other, id);
      }
    }
  }

  @Override
  public int count(String text) throws InterruptedException {
    int id = ++lastId;
    send(ChildMessage.count(id, text));
    while (true) {
      switch (next(patience.text(), "while it counted tokens")) {
        case ChildMessage.Counted counted when counted.id() == id -> {
          return counted.tokens();
        }
        case ChildMessage other -> expectOld(other, id);
      }
    }
  }

  private void expectOld(ChildMessage message, int id) {
    int of =
        switch (message) {
          case ChildMessage.Delta delta -> delta.id();
          case ChildMessage.Done done -> done.id();
          case ChildMessage.Counted counted -> counted.id();
          case ChildMessage.Refused refused -> refused.id();
          case ChildMessage.Ready ready -> id;
          case ChildMessage.Failed failed -> id;
          case ChildMessage.Gone end -> id;
        };
    if (of >= id) {
      throw Failures.unexpected(model, message);
    }
  }

  private ChildMessage next(Duration wait, String when) throws InterruptedException {
    ChildMessage message =
        Optional.ofNullable(received.poll(wait.toMillis(), TimeUnit.MILLISECONDS))
            .orElseThrow(() -> stalled(wait, when));
    if (message instanceof ChildMessage.Gone) {
      throw Failures.died(model, body.epitaph(), when);
    }
    return message;
  }

  private ModelException stalled(Duration wait, String when) {
    close();
    return Failures.stalled(model, wait, when);
  }

  @Override
  public boolean isUsable() {
    try {
      while (unfinished != 0 && !gone) {
        ChildMessage message = received.poll(patience.cancel().toMillis(), TimeUnit.MILLISECONDS);
        switch (message) {
          case ChildMessage.Done done when done.id() == unfinished -> unfinished = 0;
          case ChildMessage.Refused refused when refused.id() == unfinished -> unfinished = 0;
          case null -> {
            return false;
          }
          default -> {}
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    return !gone;
  }

  @Override
  public void close() {
    hangUp();
    // The listening thread may be waiting for room.
    received.clear();
    body.kill();
  }

  private void hangUp() {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.atDebug().setCause(e).log("The connection to a local model could not be closed");
    }
  }
}
