package dev.otters.executor.system.process;

import java.io.Closeable;
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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files that keep a sandbox's state while the daemon is away.
 *
 * <p>The daemon writes {@code id}, {@code started} and {@code asked}; the supervisor writes {@code
 * launched}, {@code status} and {@code raw/exit}.
 */
public record StateFolder(Path path) {
  private static final Pattern CHILD = Pattern.compile("\"child-pid\": (\\d+)");

  /** A pipe opened for both neither waits for a reader nor fails without one. */
  private static final Set<StandardOpenOption> BOTH =
      Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);

  /**
   * An end as the supervisor saw it.
   *
   * @param outOfMemory how often the kernel killed a process for lack of memory
   */
  record Ended(int code, long outOfMemory, Instant at) {}

  /**
   * Creates the folder of a new sandbox under another name, and moves it to its place when it is
   * complete.
   */
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

  /** Writes the files for a start. */
  public void prepareStart(byte[] options, List<Path> cgroups) throws IOException {
    Files.write(path.resolve("args"), options);
    Files.write(path.resolve("cgroups"), cgroups.stream().map(Path::toString).toList());
  }

  /** Returns the options of the start, one character per byte. */
  String mark() throws IOException {
    return Files.readString(path.resolve("args"), StandardCharsets.ISO_8859_1);
  }

  /** Returns the supervisor; empty when none was started since the boot. */
  public Optional<ProcessId> supervisor() throws IOException {
    String boot = boot();
    return read("launched").filter(text -> text.endsWith(boot)).map(ProcessId::parse);
  }

  /** Returns whether bubblewrap saw the program end, which it does only if it could run it. */
  public boolean sawProgram() throws IOException {
    return read("status").orElse("").contains("\"exit-code\"");
  }

  Optional<Integer> child() throws IOException {
    Matcher matcher = CHILD.matcher(read("status").orElse(""));
    return matcher.find() ? Optional.of(Integer.valueOf(matcher.group(1))) : Optional.empty();
  }

  void writeStarted(ProcessId first) throws IOException {
    write("started", first.pid() + " " + first.start() + " " + boot());
  }

  /** Returns the first process of the started sandbox; empty before the start. */
  Optional<ProcessId> started() throws IOException {
    return read("started")
        .map(text -> text.split(" ", -1))
        .map(words -> new ProcessId(Integer.parseInt(words[0]), Long.parseLong(words[1])));
  }

  /** Returns whether the machine has booted since the start of the sandbox. */
  boolean isOfEarlierBoot() throws IOException {
    Optional<String> started = read("started");
    return started.isPresent() && !started.get().endsWith(boot());
  }

  /** Lets the prepared program begin. */
  public void release() throws IOException {
    try (var go = Files.newByteChannel(path.resolve("go"), BOTH)) {
      go.write(ByteBuffer.wrap(new byte[] {'g'}));
    }
  }

  /**
   * Holds the sandbox of a run. It ends when the result is closed, and when the daemon dies.
   *
   * @throws NoSuchFileException when its supervisor has not begun
   */
  public Closeable hold() throws IOException {
    return Files.newByteChannel(path.resolve("alive"), BOTH);
  }

  /** Ends the sandbox of a run with its supervisor. */
  public void endRun() throws IOException {
    Optional<ProcessId> supervisor = supervisor();
    if (supervisor.isPresent()) {
      supervisor.get().killGroup();
    }
    // What waits for the daemon to hold the sandbox ends, too.
    if (Files.exists(path.resolve("alive"))) {
      hold().close();
    }
  }

  /** Records a request to end the sandbox. The file is empty, so that it fits on a full disk. */
  public void recordRequest() throws IOException {
    if (!isRequested()) {
      Files.createFile(path.resolve("asked"));
    }
  }

  boolean isRequested() {
    return Files.exists(path.resolve("asked"));
  }

  /** Writes an end that no supervisor saw. */
  void writeEnded(int code) throws IOException {
    write("raw/exit", code + " 0");
  }

  Optional<Ended> ended() throws IOException {
    Optional<String> text = read("raw/exit");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    // The supervisor overwrote blanks, so some may follow its line.
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
    } catch (NoSuchFileException _) {
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
