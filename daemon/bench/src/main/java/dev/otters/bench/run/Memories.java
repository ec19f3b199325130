package dev.otters.bench.run;

import dev.otters.home.store.Database;
import dev.otters.resources.GrantedResources;
import dev.otters.resources.Resources;
import dev.otters.resources.provider.DeclaredResource;
import dev.otters.resources.provider.ResourceMode;
import dev.otters.resources.provider.ResourceToolContext.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.json.JsonMapper;

/**
 * Memories in a database of their own, in this process.
 *
 * @param folder holds the database
 */
public record Memories(Path folder, Database database) implements AutoCloseable {
  private static final Run RUN = new Run("bench", "bench", new UUID(0, 1), Instant.EPOCH);
  private static final DeclaredResource MEMORY =
      new DeclaredResource(
          "memory", "memory", ResourceMode.READ_WRITE, Map.of(), Optional.empty(), "");

  /** Creates an empty database in a temporary folder. */
  public static Memories create() throws IOException {
    Path folder = Files.createTempDirectory(Leftovers.PREFIX);
    return new Memories(folder, Database.open(folder.resolve("daemon.db")));
  }

  /** Stores texts as an agent with one grant does, in one transaction. */
  public void store(String grant, List<String> texts) {
    GrantedResources granted = granted(grant);
    database.update(
        tx ->
            texts.forEach(
                text -> {
                  Resources.Said said =
                      Resources.SHIPPED.write(
                          tx, granted, RUN, call("write", Map.of("text", text)));
                  require(said);
                }));
  }

  /** Returns the length of the answer to a search. */
  public int search(String grant, String words, int limit) {
    Resources.Call call = call("search", Map.of("query", words, "limit", limit));
    Resources.Said said =
        database.readLong(rows -> Resources.SHIPPED.read(rows, granted(grant), RUN, call));
    require(said);
    return said.text().contains("\"text\"") ? said.text().length() : 0;
  }

  private static GrantedResources granted(String grant) {
    return new GrantedResources(List.of(grant), List.of(MEMORY));
  }

  private static Resources.Call call(String operation, Map<String, ?> input) {
    return new Resources.Call("memory_" + operation, JsonMapper.shared().valueToTree(input));
  }

  private static void require(Resources.Said said) {
    if (said.failed()) {
      throw new IllegalStateException("a call failed: " + said.text());
    }
  }

  /** Closes the database and removes it. */
  @Override
  public void close() throws IOException {
    database.close();
    Leftovers.delete(folder);
  }
}
