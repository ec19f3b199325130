package dev.otters.resources;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.home.store.Database;
import dev.otters.resources.grant.Grants;
import dev.otters.resources.provider.DeclaredResource;
import dev.otters.resources.provider.ResourceMode;
import dev.otters.resources.provider.ResourceToolContext.Run;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A database, and turns of an agent with one resource, which has the name of its kind. */
public class ResourceKit implements AutoCloseable {
  public static final JsonMapper JSON = JsonMapper.shared();
  public static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  public static final UUID AGENT = UUID.fromString("00000000-0000-0000-0000-000000000001");

  public final Database database;
  public Resources resources = Resources.SHIPPED;
  public Map<String, String> settings = Map.of();
  private final String kind;

  public ResourceKit(Path folder, String kind) {
    database = Database.open(folder.resolve("daemon.db"));
    this.kind = kind;
  }

  public GrantedResources granted(ResourceMode mode, String... grants) {
    return new GrantedResources(
        Grants.of(List.of(grants)).texts(),
        List.of(new DeclaredResource(kind, kind, mode, settings, Optional.empty(), "")));
  }

  public GrantedResources granted(String... grants) {
    return granted(ResourceMode.READ_WRITE, grants);
  }

  public static Run run() {
    return new Run("act", "session", AGENT, NOW);
  }

  /** A refused call. */
  private static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private Refused(String why) {
      super(why);
    }
  }

  /** Calls a tool as a turn does, which stores the record of a refused call, too. */
  public JsonNode call(GrantedResources granted, String tool, String input) {
    Resources.Call call = new Resources.Call(tool, JSON.readTree(input));
    Resources.Said said =
        resources.reads(granted, tool) ? read(granted, call) : write(granted, call);
    if (said.failed()) {
      throw new Refused(said.text());
    }
    return JSON.readTree(said.text());
  }

  private Resources.Said read(GrantedResources granted, Resources.Call call) {
    Resources.Said said = database.readLong(rows -> resources.read(rows, granted, run(), call));
    database.update(tx -> resources.store(tx, granted, run(), call, said));
    return said;
  }

  private Resources.Said write(GrantedResources granted, Resources.Call call) {
    return database.write(tx -> resources.write(tx, granted, run(), call));
  }

  public String context(ResourceMode mode, String... grants) {
    return database
        .<List<Resources.Section>>read(
            rows -> resources.sections(rows, granted(mode, grants), run()))
        .stream()
        .map(Resources.Section::text)
        .findFirst()
        .orElse("");
  }

  public List<String> audit() {
    return database
        .<List<ResourceAudit.Entry>>read(rows -> ResourceAudit.newest(rows, 100))
        .stream()
        .map(it -> it.operation() + " " + it.path() + " " + it.mode() + " " + it.allowed())
        .toList();
  }

  public static void assertRefused(ThrowingCallable call, String why) {
    assertThatExceptionOfType(Refused.class).isThrownBy(call).withMessageContaining(why);
  }

  @Override
  public void close() {
    database.close();
  }
}
