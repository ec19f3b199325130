package dev.otters.executor.system.output;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.LogDelivery;
import dev.otters.executor.LogFollower;
import dev.otters.executor.LogFollowerThread;
import dev.otters.executor.LogSink;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * Reads the lines of a sandbox: those that are kept, then new ones until the sandbox ends.
 *
 * @param folder where its lines are kept
 * @param since only later lines count
 */
public record LineFollower(Source source, Path folder, Instant since) {
  /** A sandbox that prints lines. */
  public interface Source {
    boolean isOver();

    /**
     * Waits for lines after a place, or for the end.
     *
     * @return where the lines end now
     */
    LineStore.Place awaitLines(LineStore.Place after) throws InterruptedException;
  }

  /** Starts to deliver lines to a sink. */
  public LogFollower start(LogSink sink) {
    return LogFollowerThread.start(sink, this::deliver);
  }

  private Optional<ExecutorException> deliver(LogDelivery delivery) throws InterruptedException {
    try {
      follow(delivery);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(ExecutorException.outputLost(e));
    }
  }

  private void follow(LogDelivery delivery) throws IOException, InterruptedException {
    LineStore.Place at = LineStore.Place.START;
    while (true) {
      boolean last = source.isOver();
      LineStore.Place until = source.awaitLines(at);
      LineStore.Batch batch = LineStore.read(folder, at, until);
      batch.lines().stream().filter(line -> line.at().isAfter(since)).forEach(delivery::line);
      boolean nothing = batch.next().equals(at);
      at = nothing ? until : batch.next();
      if (nothing && last) {
        return;
      }
    }
  }
}
