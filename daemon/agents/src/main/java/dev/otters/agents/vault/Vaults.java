package dev.otters.agents.vault;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.Names;
import dev.otters.agentfile.Quoted;
import dev.otters.agentfile.Vault;
import dev.otters.agents.start.Launch;
import dev.otters.agents.start.Step;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.home.PrivateFiles;
import dev.otters.home.text.Redactor;
import dev.otters.home.text.Secrets;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The values of the vaults, each in a private file. The table of secrets knows every value before
 * anything else can. Files that are links, too large or not text count as absent. Thread-safe.
 */
public final class Vaults {
  /** The most bytes of a value. The kernel passes no variable of more than twice this size. */
  public static final int LARGEST = 64 << 10;

  /** The most vaults. */
  public static final int MOST = 100;

  /** The most bytes of all values, which the daemon compares with every text. */
  public static final int LARGEST_SUM = 256 << 10;

  private static final Logger LOG = LoggerFactory.getLogger(Vaults.class);

  private final Path folder;
  private final Secrets secrets;
  private final Map<String, Stored> known = new TreeMap<>();

  private record Stored(String value, Instant setAt) {}

  private Vaults(Path folder, Secrets secrets) {
    this.folder = folder;
    this.secrets = secrets;
  }

  /**
   * Opens a folder, which is created with mode 0700, and enters all values into a table.
   *
   * @throws UncheckedIOException if the folder is a link or cannot be read
   */
  public static Vaults open(Path folder, Secrets secrets) {
    Vaults vaults = new Vaults(folder, secrets);
    try {
      PrivateFiles.createFolder(folder);
      for (Path file : vaults.files()) {
        String name = String.valueOf(file.getFileName());
        if (Names.complaintAbout(name).isEmpty()) {
          Optional<String> _ = vaults.value(name);
        } else if (name.startsWith(".")) {
          Files.delete(file);
        }
      }
      return vaults;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  /**
   * Sets the value of a vault. The next call of a tool gets it.
   *
   * @throws ApiException INVALID_REQUEST if the name or the value is not valid, or there are too
   *     many
   */
  public synchronized void set(String name, String value, Instant now) {
    check(name, value);
    Optional<String> old = value(name);
    long others =
        known.entrySet().stream()
            .filter(entry -> !entry.getKey().equals(name))
            .mapToLong(entry -> bytes(entry.getValue().value()))
            .sum();
    if (others + bytes(value) > LARGEST_SUM || (old.isEmpty() && known.size() >= MOST)) {
      throw refused(
          "there are too many vaults: at most %d with %d bytes in all".formatted(MOST, LARGEST_SUM),
          "Remove one with 'otters vault rm'.");
    }
    remember(name, Optional.of(new Stored(value, now)));
    try {
      PrivateFiles.write(folder.resolve(name), value);
    } catch (IOException e) {
      Optional<String> _ = value(name);
      throw new UncheckedIOException(e);
    }
  }

  private static long bytes(String value) {
    return value.getBytes(StandardCharsets.UTF_8).length;
  }

  private static void check(String name, String value) {
    checkName(name);
    if (bytes(value) > LARGEST) {
      throw refused(
          "the value of vault " + name + " has more than " + LARGEST + " bytes",
          "Choose a shorter one.");
    }
    if (value.strip().length() < Redactor.SHORTEST) {
      throw refused(
          "the value of vault %s has fewer than %d characters".formatted(name, Redactor.SHORTEST),
          "Choose a longer one: the daemon could not hide it without damage to other texts.");
    }
    if (value.indexOf('\0') >= 0 || !StandardCharsets.UTF_8.newEncoder().canEncode(value)) {
      throw refused("the value of vault " + name + " is not text", "Use base64 for other values.");
    }
  }

  private static void checkName(String name) {
    Names.complaintAbout(name)
        .ifPresent(
            why -> {
              throw refused(
                  "the name of a vault " + why + ", unlike " + Quoted.of(name),
                  "Use the name of the VAULT in the Agentfile.");
            });
  }

  private static ApiException refused(String title, String remedy) {
    return ApiException.of(ErrorCode.INVALID_REQUEST, title, remedy);
  }

  /** Returns the value of a vault as it is in its file now; empty if there is none. */
  public synchronized Optional<String> value(String name) {
    checkName(name);
    Optional<Stored> found = read(name);
    remember(name, found);
    return found.map(Stored::value);
  }

  private Optional<Stored> read(String name) {
    Path file = folder.resolve(name);
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)
        && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      LOG.atWarn().addKeyValue("vault", name).log("A vault is not usable: it is not a file");
      return Optional.empty();
    }
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      byte[] bytes = in.readNBytes(LARGEST + 1);
      String value = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      check(name, value);
      return Optional.of(new Stored(value, Files.getLastModifiedTime(file).toInstant()));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    } catch (CharacterCodingException | ApiException e) {
      LOG.atWarn().addKeyValue("vault", name).log("A vault is not usable: its value is not valid");
      return Optional.empty();
    } catch (IOException e) {
      LOG.atWarn().addKeyValue("vault", name).setCause(e).log("A vault cannot be read");
      return Optional.empty();
    }
  }

  /** Hides a value from now on. One that it replaces stays hidden for a while, as in old files. */
  private void remember(String name, Optional<Stored> found) {
    Stored old = found.isPresent() ? known.put(name, found.get()) : known.remove(name);
    if (old != null && found.filter(it -> it.value().equals(old.value())).isEmpty()) {
      secrets.passwords(List.of(old.value()));
    }
    secrets.vaults(known.values().stream().map(Stored::value).toList());
  }

  /**
   * Checks that a vault has a value.
   *
   * @throws ApiException CONFLICT if it has none
   */
  public void require(String name) {
    if (value(name).isEmpty()) {
      throw ApiException.of(
          ErrorCode.CONFLICT,
          "the vault " + name + " has no value, so the call waits",
          "Set it with 'otters vault set " + name + "', and allow the call again.");
    }
  }

  /** Returns the reason why a tool with a vault that has no value cannot run. */
  public static String lack(String name) {
    return "the vault "
        + name
        + " has no value; the operator sets it with: otters vault set "
        + name;
  }

  /** Returns the step of a start that names the vaults without a value, which tools need. */
  public Step<Launch> step() {
    return Step.lasting(
        "look at vaults",
        "start",
        start ->
            lacks(start.agent().spec().definition(start.image()))
                .forEach(lack -> start.progress().update(lack, 0, 0, "notice")));
  }

  /** Returns the reasons why tools of an agent cannot run. */
  public List<String> lacks(Agentfile agentfile) {
    return agentfile.inForce(Vault.class).stream()
        .map(Vault::name)
        .filter(name -> value(name).isEmpty())
        .map(Vaults::lack)
        .toList();
  }

  /** Returns the names of the vaults that have a value, in their order, and when it was set. */
  public synchronized Map<String, Instant> list() {
    Map<String, Instant> times = new TreeMap<>();
    known.forEach((name, stored) -> times.put(name, stored.setAt()));
    return times;
  }

  /** Removes the value of a vault, and returns whether there was a file. */
  public synchronized boolean remove(String name) {
    checkName(name);
    try {
      boolean removed = Files.deleteIfExists(folder.resolve(name));
      remember(name, Optional.empty());
      return removed;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
