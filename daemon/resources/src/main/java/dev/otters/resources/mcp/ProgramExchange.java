package dev.otters.resources.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.resources.provider.ResourceException;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Exchanges messages with a program over its standard input and output, as the specification of
 * 2025-11-25 says ("stdio"): each message is a line. The program starts with the first message. One
 * that breaks the protocol is killed, and all its calls fail.
 */
final class ProgramExchange implements Exchange, McpPrograms.Output {
  /** Starts the program. */
  @FunctionalInterface
  interface Start {
    McpPrograms.Program with(McpPrograms.Output output) throws InterruptedException;
  }

  private final Start start;
  private final Allowance allowance;
  private final ReentrantLock writing = new ReentrantLock();
  private final Map<Object, CompletableFuture<JSONRPCMessage>> waiting = new ConcurrentHashMap<>();
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  /** The lines since the last answer. */
  private int others;

  private @Nullable CompletableFuture<McpPrograms.Program> starting;
  private volatile McpPrograms.@Nullable Program program;

  /** Why it is over, once it is. */
  private final CompletableFuture<McpFailure> over = new CompletableFuture<>();

  ProgramExchange(Start start, Allowance allowance) {
    this.start = start;
    this.allowance = allowance;
  }

  @Override
  public boolean isOpen() {
    McpPrograms.Program known = program;
    return !over.isDone() && (known == null || known.isCurrent());
  }

  @Override
  public Optional<JSONRPCMessage> send(JSONRPCMessage message) throws IOException {
    CompletableFuture<JSONRPCMessage> answer = new CompletableFuture<>();
    Optional<Object> id =
        message instanceof JSONRPCRequest request ? Optional.of(request.id()) : Optional.empty();
    id.ifPresent(it -> waiting.put(it, answer));
    try {
      write(McpJson.MAPPER.writeValueAsBytes(message));
      return id.isPresent() ? Optional.of(await(answer)) : Optional.empty();
    } catch (InterruptedException e) {
      // The time for the exchange is over, and no caller waits for it any more.
      Thread.currentThread().interrupt();
      return Optional.empty();
    } finally {
      id.ifPresent(waiting::remove);
    }
  }

  private JSONRPCMessage await(CompletableFuture<JSONRPCMessage> answer)
      throws InterruptedException {
    try {
      return answer.get(allowance.time().toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new McpFailure(McpFailure.Kind.LATE, "its server did not answer in time");
    } catch (ExecutionException e) {
      throw e.getCause() instanceof McpFailure failure ? failure : new IllegalStateException(e);
    }
  }

  private void write(byte[] message) throws InterruptedException {
    byte[] line = Arrays.copyOf(message, message.length + 1);
    line[message.length] = '\n';
    writing.lockInterruptibly();
    try {
      OutputStream input = running().input();
      input.write(line);
      input.flush();
    } catch (IOException e) {
      throw undelivered();
    } finally {
      writing.unlock();
    }
  }

  /** Returns why a line was not taken. A program that does not read any more has mostly ended. */
  private McpFailure undelivered() throws InterruptedException {
    String why;
    try {
      why = over.get(McpLimits.ENDING.toNanos(), TimeUnit.NANOSECONDS).text();
    } catch (TimeoutException e) {
      why = "its server does not read any more";
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
    return new McpFailure(McpFailure.Kind.UNREACHABLE, why);
  }

  /** Returns the program to write to, which the first call starts. */
  private McpPrograms.Program running() throws InterruptedException {
    if (over.isDone()) {
      throw new McpFailure(McpFailure.Kind.UNREACHABLE, over.join().text());
    }
    CompletableFuture<McpPrograms.Program> known = starting;
    if (known == null) {
      CompletableFuture<McpPrograms.Program> fresh = new CompletableFuture<>();
      starting = fresh;
      known = fresh;
      Thread.ofVirtual().name("mcp-start").start(() -> start(fresh));
    }
    try {
      return known.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof McpFailure failure ? failure : new IllegalStateException(e);
    }
  }

  /** Starts the program on a thread of its own, which is never interrupted in the middle. */
  private void start(CompletableFuture<McpPrograms.Program> result) {
    try {
      McpPrograms.Program started = start.with(this);
      program = started;
      if (over.isDone()) {
        started.close();
      }
      result.complete(started);
    } catch (ResourceException e) {
      McpFailure failure =
          new McpFailure(McpFailure.Kind.UNREACHABLE, String.valueOf(e.getMessage()));
      end(failure);
      result.completeExceptionally(failure);
    } catch (InterruptedException | RuntimeException | Error e) {
      result.completeExceptionally(e);
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    for (int i = offset; i < offset + length; i++) {
      if (over.isDone()) {
        throw new IOException("the output is no longer read");
      }
      if (bytes[i] == '\n') {
        String text = line.toString(UTF_8);
        line.reset();
        take(text.strip());
      } else {
        line.write(bytes[i]);
        if (line.size() > allowance.bytes()) {
          broke("its server sent more than " + allowance.bytes() + " bytes");
        }
      }
    }
  }

  /** Takes a line. One that answers nothing is not used. */
  private void take(String text) {
    if (++others > McpLimits.EVENTS) {
      broke("its server sent %d messages without an answer".formatted(McpLimits.EVENTS));
      return;
    }
    if (text.isEmpty()) {
      return;
    }
    try {
      allowance.took(text.length());
      if (McpJson.message(text) instanceof JSONRPCResponse answer && answer.id() != null) {
        CompletableFuture<JSONRPCMessage> asked = waiting.get(answer.id());
        if (asked != null && asked.complete(answer)) {
          others = 0;
        }
      }
    } catch (McpFailure e) {
      end(e);
    }
  }

  private void broke(String how) {
    end(new McpFailure(McpFailure.Kind.BROKEN, how));
  }

  @Override
  public void ended(String how) {
    end(new McpFailure(McpFailure.Kind.DIED, "its server " + how));
    close();
  }

  /** Fails all calls, also later ones. */
  private void end(McpFailure failure) {
    over.complete(failure);
    waiting.values().forEach(it -> it.completeExceptionally(failure));
  }

  /** Kills the program. A start that still goes on ends by itself. */
  @Override
  public void close() {
    end(new McpFailure(McpFailure.Kind.DIED, "its server was ended"));
    McpPrograms.Program known = program;
    if (known != null) {
      known.close();
    }
  }
}
