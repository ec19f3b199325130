package dev.otters.agentfile.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agentfile.ImageName;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LineageTest {
  @Test
  void tenAncestorsAreAllowedAndTheEleventhIsNamedInTheChain() {
    Lineage line = Lineage.NONE;
    for (int i = 10; i > 0; i--) {
      line = line.below(ancestor("level" + i));
    }

    assertThat(line.complaint(List.of("level0:latest"))).isEmpty();
    assertThat(line.below(ancestor("level0")).complaint(List.of("child:latest")))
        .hasValueSatisfying(
            text -> assertThat(text).contains("more than 10", "level0:latest -> level1:latest"));
  }

  @Test
  void anImageThatWouldBeItsOwnAncestorIsShownAsAChain() {
    Lineage line = Lineage.NONE.below(ancestor("a")).below(ancestor("b"));

    assertThat(line.complaint(List.of("other:1", "a:latest")))
        .contains("the image would be its own ancestor: a:latest -> b:latest -> a:latest");
    assertThat(Lineage.NONE.below(ancestor("a")).complaint(List.of("a:latest")))
        .contains("the image would be its own ancestor: a:latest -> a:latest");
    assertThat(line.complaint(List.of("a:2"))).isEmpty();
  }

  @Test
  void aChainThatOthersWroteIsCheckedToo() {
    Lineage line = Lineage.NONE.below(ancestor("a")).below(ancestor("b")).below(ancestor("a"));

    assertThat(line.complaint(List.of()))
        .contains("the image would be its own ancestor: a:latest -> b:latest -> a:latest");
  }

  @Test
  void theNearestAncestorIsTheParent() {
    Lineage line = Lineage.NONE.below(ancestor("a")).below(ancestor("b"));

    assertThat(line.parent()).map(Ancestor::name).contains("b:latest");
    assertThat(Lineage.NONE.parent()).isEmpty();
  }

  @Test
  void anAncestorHasTheTagLatestOnlyIfItsNameHasNeitherTagNorDigest() {
    String digest = "a@sha256:" + "0".repeat(64);
    assertThat(ancestor("r.example:5000/a").name()).isEqualTo("r.example:5000/a:latest");
    assertThat(ancestor("a:1").name()).isEqualTo("a:1");
    assertThat(ancestor(digest).name()).isEqualTo(digest);
  }

  private static Ancestor ancestor(String name) {
    return Ancestor.of(ImageName.of(name), Optional.empty());
  }
}
