package dev.otters.executor.system.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Knows the files in which a sandbox's state outlives the daemon.
 *
 * <p>{@code id}, {@code started} and {@code asked} are the daemon's, {@code launched}, {@code
 * status} and {@code raw/exit} its supervisor's.
 */
public record StateFolder(Path path) {
  private static final Pattern CHILD = Pattern.compile("\"child-pid\": (\\d+)");

  /**
   * Remembers a start.
   *
   * @param first the sandbox's first process
   */
  public record Started(ProcessId first, Instant at) {}

  /**
   * Tells how a supervisor saw its sandbox end.
   *
   * @param outOfMemory how often memory ran out
   */
  record Ended(int code, long outOfMemory, Instant at) {}

  /** Makes the folder of a new sandbox beside its place, and moves it there when it is whole. */
  public static StateFolder create(Path place, String id, byte[] seccomp) throws IOException {
    Path fresh = place.resolveSibling(".new-" + UUID.randomUUID());
    var closed = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    Files.createDirectory(fresh, closed);
    Files.createDirectory(fresh.resolve("raw"), closed);
    Files.writeString(fresh.resolve("id"), id + "\n");
    Files.write(fresh.resolve("seccomp"), seccomp);
    Files.move(fresh, place, StandardCopyOption.ATOMIC_MOVE);
    return new StateFolder(place);
  }

  Path raw() {
    return path.resolve("raw");
  }

  String id() throws IOException {
    return Files.readString(path.resolve("id")).strip();
  }

  /** Writes what a start needs. */
  public void prepareStart(byte[] options, List<Path> cgroups) throws IOException {
    Files.write(path.resolve("args"), options);
    Files.write(path.resolve("cgroups"), cgroups.stream().map(Path::toString).toList());
  }

  /** Returns what was written as options, in letters of one byte each. */
  String mark() throws IOException {
    return Files.readString(path.resolve("args"), StandardCharsets.ISO_8859_1);
  }

  /** Returns the supervisor; empty where none was started on this boot of the machine. */
  public Optional<ProcessId> supervisor() throws IOException {
    String boot = boot();
    return read("launched").filter(text -> text.endsWith(boot)).map(ProcessId::parse);
  }

  /** Returns the sandbox's first process, once bubblewrap has said which that is. */
  Optional<Integer> child() throws IOException {
    Matcher matcher = CHILD.matcher(read("status").orElse(""));
    return matcher.find() ? Optional.of(Integer.valueOf(matcher.group(1))) : Optional.empty();
  }

  void writeStarted(Started started) throws IOException {
    ProcessId first = started.first();
    Instant at = started.at();
    write(
        "started",
        first.pid()
            + " "
            + first.start()
            + " "
            + at.getEpochSecond()
            + " "
            + at.getNano()
            + " "
            + boot());
  }

  Optional<Started> started() throws IOException {
    return read("started").map(StateFolder::parseStarted);
  }

  private static Started parseStarted(String text) {
    long[] numbers =
        Arrays.stream(text.split(" ", -1)).limit(4).mapToLong(Long::parseLong).toArray();
    return new Started(
        new ProcessId((int) numbers[0], numbers[1]), Instant.ofEpochSecond(numbers[2], numbers[3]));
  }

  /** Tells whether the machine was started anew since the sandbox was. */
  boolean isOfEarlierBoot() throws IOException {
    Optional<String> started = read("started");
    return started.isPresent() && !started.get().endsWith(boot());
  }

  /** Lets the sandbox's program begin. */
  void release() throws IOException {
    // Opened for both, a pipe neither waits for a reader nor fails without one.
    var both = Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);
    try (var go = Files.newByteChannel(path.resolve("go"), both)) {
      go.write(ByteBuffer.wrap(new byte[] {'g'}));
    }
  }

  /** Records that the sandbox was asked to end; an empty file, which fits on a full disk. */
  public void ask() throws IOException {
    if (!isAsked()) {
      Files.createFile(path.resolve("asked"));
    }
  }

  boolean isAsked() {
    return Files.exists(path.resolve("asked"));
  }

  /** Writes an end that nobody saw. */
  void writeEnded(int code) throws IOException {
    write("raw/exit", code + " 0");
  }

  Optional<Ended> ended() throws IOException {
    Optional<String> text = read("raw/exit");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    // The supervisor has written over blanks, which follow its line.
    String[] words = text.get().lines().findFirst().orElse("-1 0").split(" ", -1);
    Instant at = Files.getLastModifiedTime(raw().resolve("exit")).toInstant();
    return Optional.of(new Ended(Integer.parseInt(words[0]), Long.parseLong(words[1]), at));
  }

  private static String boot() throws IOException {
    return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
  }

  private Optional<String> read(String name) throws IOException {
    try {
      return Optional.of(Files.readString(path.resolve(name)).strip())
          .filter(text -> !text.isEmpty());
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private void write(String name, String text) throws IOException {
    Path file = path.resolve(name);
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(fresh, text + "\n");
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
