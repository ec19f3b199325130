package dev.otters.bench.figure;

import dev.otters.bench.run.ChatServer;
import dev.otters.bench.run.Deltas;
import dev.otters.bench.run.StubVendor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Prompts many sessions of a server. */
final class ChatLoad {
  private static final int LAST = 20;

  private ChatLoad() {}

  /** Something that is measured on a server, in milliseconds. */
  interface Measure {
    /** Measures it. */
    List<Double> of(ChatServer server) throws IOException, InterruptedException;
  }

  /** Returns a measure of the last prompts of a session of this many prompts. */
  static Measure late(int prompts) {
    return server -> {
      List<Double> values = new ArrayList<>();
      try (ChatServer.Session session = server.open(0)) {
        for (int i = 0; i < prompts; i++) {
          values.add(session.ask(Agents.HELLO, new Deltas()));
        }
      }
      return values.subList(values.size() - LAST, values.size());
    };
  }

  /** Prompts that many sessions for a time. Returns the milliseconds per prompt of all of them. */
  static List<Double> perPrompt(ChatServer server, int sessions, long millis)
      throws IOException, InterruptedException {
    AtomicInteger prompts = new AtomicInteger();
    long begin = System.nanoTime();
    long end = begin + millis * 1_000_000;
    inParallel(
        sessions,
        number -> {
          try (ChatServer.Session session = server.open(number % server.agents())) {
            while (System.nanoTime() < end) {
              session.ask(Agents.HELLO, new Deltas());
              prompts.incrementAndGet();
            }
          }
          return List.of();
        });
    return List.of((System.nanoTime() - begin) / 1e6 / prompts.get());
  }

  /** Asks this many prompts, in ten sessions of each agent. */
  static void prompts(ChatServer server, int prompts) throws IOException, InterruptedException {
    AtomicInteger left = new AtomicInteger(prompts);
    inParallel(
        server.agents(),
        number -> {
          for (int i = 0; i < 10; i++) {
            try (ChatServer.Session session = server.open(number)) {
              for (int j = 0; j < prompts / server.agents() / 10 && left.get() > 0; j++) {
                session.ask(Agents.HELLO, new Deltas());
                left.decrementAndGet();
              }
            }
          }
          return List.of();
        });
  }

  /** Returns how late each token of slow answers arrives in this many sessions at once. */
  static List<Double> lags(ChatServer server, int sessions)
      throws IOException, InterruptedException {
    return inParallel(
        sessions,
        number -> {
          try (ChatServer.Session session = server.open(number % server.agents())) {
            Deltas deltas = new Deltas();
            session.ask(StubVendor.SLOW, deltas);
            return deltas.lags();
          }
        });
  }

  private static List<Double> inParallel(int sessions, Numbered work)
      throws IOException, InterruptedException {
    List<Callable<List<Double>>> tasks = new ArrayList<>();
    for (int i = 0; i < sessions; i++) {
      int number = i;
      tasks.add(() -> work.with(number));
    }
    List<Double> all = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<List<Double>> done : threads.invokeAll(tasks)) {
        all.addAll(done.get());
      }
    } catch (ExecutionException failure) {
      throw new IOException("a session failed", failure.getCause());
    }
    return all;
  }

  private interface Numbered {
    List<Double> with(int number) throws IOException, InterruptedException;
  }
}
