package dev.otters.sessions.running;

import dev.otters.home.PrivateFiles;
import dev.otters.home.text.Sha256;
import dev.otters.models.gateway.RequestBody;
import dev.otters.models.gateway.Spool;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The answers of vendors that are not stored yet, each in a file that is named after its turn and
 * the hash of its request. The files survive a kill of the daemon but need not survive a crash of
 * the machine, so they are not flushed to the disk. Thread-safe.
 */
public final class Spools {
  private static final Logger LOG = LoggerFactory.getLogger(Spools.class);

  private static final long LONGEST = 16L << 20;
  private static final long MOST = 256L << 20;

  /** Changes when the machine starts: what was not flushed before may be damaged. */
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

  private final long longest;
  private final long most;
  private final Map<String, Turn> turns = new HashMap<>();

  /** The bytes of each file. A file that was deleted is missing, also while it is written to. */
  private final Map<Path, Long> sizes = new ConcurrentHashMap<>();

  private final AtomicLong size = new AtomicLong();
  private @Nullable Path folder;
  private String boot = "";

  /** The answers to the requests of a turn. */
  private static final class Turn {
    final Set<Path> files = new HashSet<>();

    /** The files of answers that an attempt of this daemon counts. */
    final Set<Path> counted = new HashSet<>();

    /** The fence of the attempt that uses such an answer and does not count it; 0 for none. */
    long free;
  }

  /** Creates spools with the usual limits. */
  public Spools() {
    this(LONGEST, MOST);
  }

  /**
   * Limits the answers.
   *
   * @param longest the most bytes of an answer
   * @param most the most bytes of all answers
   */
  Spools(long longest, long most) {
    this.longest = longest;
    this.most = most;
  }

  /** Begins to keep answers in a folder. Without a folder, none are kept. */
  public synchronized void open(Path wanted) {
    try {
      PrivateFiles.createFolder(wanted);
      boot = Files.exists(BOOT) ? Files.readString(BOOT) : "";
      try (Stream<Path> files = Files.list(wanted)) {
        for (Path file : files.toList()) {
          turn(activation(file)).files.add(file);
          sizes.put(file, 0L);
          grow(file, Files.size(file));
        }
      }
      folder = wanted;
    } catch (IOException e) {
      LOG.atWarn().addKeyValue("folder", wanted).setCause(e).log("Answers are not kept");
    }
  }

  private static String activation(Path file) {
    return file.getFileName().toString().split("[.]", 2)[0];
  }

  private Turn turn(String activation) {
    return turns.computeIfAbsent(activation, it -> new Turn());
  }

  /** Deletes the answers of all turns but these. */
  public synchronized void keepOnly(Set<String> open) {
    List<String> over = turns.keySet().stream().filter(it -> !open.contains(it)).toList();
    over.forEach(this::discard);
  }

  /** Deletes the answers of a turn, because what became of them is stored. */
  public synchronized void discard(String activation) {
    Turn turn = turns.remove(activation);
    if (turn != null) {
      turn.files.forEach(this::delete);
    }
  }

  private void grow(Path file, long count) {
    sizes.computeIfPresent(
        file,
        (it, before) -> {
          size.addAndGet(count);
          return before + count;
        });
  }

  private void delete(Path file) {
    Long freed = sizes.remove(file);
    size.addAndGet(freed == null ? 0 : -freed);
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.atDebug().addKeyValue("file", file).setCause(e).log("could not delete an answer");
    }
  }

  /**
   * Returns whether an attempt counts the usage of its answer. An attempt that asked for an answer
   * counts it, also if it comes too late; one that found the answer here does so only if the
   * attempt that asked ended with an earlier daemon.
   */
  public synchronized boolean counts(Step step) {
    Turn turn = turns.get(step.activation());
    return turn == null || turn.free != step.fence();
  }

  /** Returns what keeps the answers of an attempt. */
  public Spool of(Step step) {
    return new Spool() {
      @Override
      public Optional<Received> received(
          URI to, RequestBody request, Predicate<InputStream> whole) {
        return Spools.this.received(step, to, request, whole);
      }

      @Override
      public InputStream keep(URI to, RequestBody request, InputStream answer) {
        return begin(step, to, request, answer).orElse(answer);
      }
    };
  }

  private synchronized Optional<Spool.Received> received(
      Step step, URI to, RequestBody request, Predicate<InputStream> whole) {
    Turn turn = turns.get(step.activation());
    if (turn == null || folder == null) {
      return Optional.empty();
    }
    Path file = folder.resolve(name(step, to, request));
    if (!turn.files.contains(file) || !isWhole(file, whole)) {
      return Optional.empty();
    }
    try {
      InputStream answer = new FileInputStream(file.toFile());
      boolean counted = !turn.counted.add(file);
      turn.free = counted ? step.fence() : 0;
      LOG.atInfo()
          .addKeyValue("activation", step.activation())
          .log("An answer that was received before is used");
      return Optional.of(new Spool.Received(answer, counted));
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  private static boolean isWhole(Path file, Predicate<InputStream> whole) {
    try (InputStream answer = new FileInputStream(file.toFile())) {
      return whole.test(answer);
    } catch (IOException _) {
      return false;
    }
  }

  private synchronized Optional<InputStream> begin(
      Step step, URI to, RequestBody request, InputStream answer) {
    if (folder == null) {
      return Optional.empty();
    }
    Path file = folder.resolve(name(step, to, request));
    Turn turn = turn(step.activation());
    turn.free = 0;
    turn.counted.add(file);
    try {
      if (!turn.files.add(file)) {
        delete(file); // an attempt that lost the turn may still write to it
      }
      sizes.put(file, 0L);
      return Optional.of(new Kept(answer, file, new FileOutputStream(file.toFile())));
    } catch (IOException e) {
      LOG.atWarn().addKeyValue("file", file).setCause(e).log("An answer is not kept");
      return Optional.empty();
    }
  }

  private String name(Step step, URI to, RequestBody request) {
    return step.activation() + "." + Sha256.of(boot + to + "\n" + request.sha256());
  }

  /** Writes what is read to a file, as long as there is room. */
  private final class Kept extends FilterInputStream {
    private final Path file;
    private final FileOutputStream out;
    private long length;
    private boolean failed;

    Kept(InputStream answer, Path file, FileOutputStream out) {
      super(answer);
      this.file = file;
      this.out = out;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int most) throws IOException {
      int count = super.read(bytes, from, most);
      if (count > 0 && !failed) {
        write(bytes, from, count);
      }
      return count;
    }

    /** Gives up at the first failure: a part of an answer is of no use. */
    private void write(byte[] bytes, int from, int count) {
      length += count;
      try {
        if (length > longest || size.get() + count > most) {
          throw new IOException("it is too long");
        }
        grow(file, count);
        out.write(bytes, from, count);
      } catch (IOException e) {
        failed = true;
        LOG.atWarn().addKeyValue("why", e.getMessage()).log("An answer is not kept");
      }
    }

    @Override
    public void close() throws IOException {
      out.close();
      super.close();
    }
  }
}
