package dev.otters.resources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.resources.provider.DeclaredResource;
import dev.otters.resources.provider.ResourceMode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the children of an agent may only read. */
class ReadOnlyTest {
  private static DeclaredResource server(String name, String url, ResourceMode mode) {
    return new DeclaredResource(name, "mcp", mode, Map.of("url", url), Optional.empty(), "");
  }

  private static DeclaredResource memory(String name, ResourceMode mode) {
    return new DeclaredResource(name, "memory", mode, Map.of(), Optional.empty(), "");
  }

  /** Returns the mode that the child of an agent gets. */
  private static ResourceMode child(DeclaredResource wanted, DeclaredResource... parent) {
    return ReadOnly.NOTHING.below(List.of(parent)).limit(List.of(wanted)).getFirst().mode();
  }

  @Test
  void anotherQueryOfAServerLiftsNoLimit() {
    DeclaredResource ours = server("ours", "https://a.example/mcp?team=a", ResourceMode.READ);
    DeclaredResource theirs =
        server("theirs", "https://a.example/mcp?team=b", ResourceMode.READ_WRITE);
    DeclaredResource wanted =
        server("wanted", "https://a.example/mcp?team=a", ResourceMode.READ_WRITE);

    assertThat(child(wanted, ours, theirs)).isEqualTo(ResourceMode.READ);
    assertThat(child(wanted, theirs)).isEqualTo(ResourceMode.READ_WRITE);
  }

  @Test
  void theSameServerOrMemoriesUnderAWritableNameAreNotLimited() {
    String url = "https://a.example/mcp";

    assertThat(
            child(
                server("wanted", url, ResourceMode.READ_WRITE),
                server("a", url, ResourceMode.READ),
                server("b", url, ResourceMode.READ_WRITE)))
        .isEqualTo(ResourceMode.READ_WRITE);
    assertThat(
            child(
                memory("wanted", ResourceMode.READ_WRITE),
                memory("a", ResourceMode.READ),
                memory("b", ResourceMode.READ_WRITE)))
        .isEqualTo(ResourceMode.READ_WRITE);
  }

  @Test
  void aNameStaysLimitedBesideAWritableOne() {
    assertThat(
            child(
                memory("a", ResourceMode.READ_WRITE),
                memory("a", ResourceMode.READ),
                memory("b", ResourceMode.READ_WRITE)))
        .isEqualTo(ResourceMode.READ);
  }
}
