package dev.otters.resources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.resources.provider.ResourceMode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which calls of resources stay in their record. */
class ResourceAuditTest {
  private static final String OTHER = "00000000-0000-0000-0000-000000000002";
  private static final String ADD =
      "INSERT INTO resource_calls(key, at, agent, session, activation, resource, mode, operation,"
          + " path, allowed, number) ";

  @TempDir Path folder;
  @AutoClose private ResourceKit kit;

  @BeforeEach
  void open() {
    kit = new ResourceKit(folder, "memory");
  }

  private void stored(long key, Object agent, String operation, boolean allowed) {
    kit.database.update(
        tx ->
            tx.execute(
                ADD + "VALUES(?, 0, ?, 's', 'a', 'memory', 'read', ?, '', ?, 1)",
                key,
                agent,
                operation,
                allowed));
  }

  private List<String> operations() {
    return kit.database.read(
        rows ->
            rows.list(
                "SELECT DISTINCT operation FROM resource_calls ORDER BY operation",
                row -> row.text("operation")));
  }

  private long count(String condition) {
    return kit.database.read(
        rows -> rows.number("SELECT count(*) AS n FROM resource_calls WHERE " + condition));
  }

  @Test
  void aFloodOfCallsPushesOutNeitherThoseOfOthersNorThoseThatWereDenied() {
    stored(1, OTHER, "of another", true);
    stored(2, ResourceKit.AGENT, "denied", false);
    kit.database.update(
        tx ->
            tx.execute(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) "
                    + ADD
                    + "SELECT i + 2, 0, ?, 's', 'a', 'memory', 'read', 'flood', '', 1, i FROM n",
                ResourceAudit.MOST_OF_AGENT,
                ResourceKit.AGENT));
    for (int i = 0; i < 2; i++) {
      var _ = kit.call(kit.granted(ResourceMode.READ, "app"), "memory_topics", "{}");
    }

    assertThat(count("agent = '" + ResourceKit.AGENT + "' AND allowed"))
        .isEqualTo(ResourceAudit.MOST_OF_AGENT);
    assertThat(count("operation = 'topics'")).isEqualTo(2);
    assertThat(operations()).containsExactly("denied", "flood", "of another", "topics");
  }

  @Test
  void theOldestCallsOfAllAgentsGoFirst() {
    stored(1, OTHER, "oldest", true);
    stored(2, OTHER, "older", false);
    stored(ResourceAudit.MOST, OTHER, "newer", true);

    var _ = kit.call(kit.granted(ResourceMode.READ, "app"), "memory_topics", "{}");

    assertThat(operations()).containsExactly("newer", "older", "topics");
  }
}
