package dev.otters.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UidRangeTest {
  private static final UidRange RANGE = new UidRange(2000, 2004);
  @TempDir Path etc;

  private ReservedIds nothing() {
    return ReservedIds.read(etc);
  }

  @ParameterizedTest
  @ValueSource(strings = {"999-2000", "2000-1999", "2000", "2000-", "1-2-3", "-1-2000", "a-b"})
  void whatIsNoRangeOfOrdinaryUsersIsRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> UidRange.parse(text));
  }

  @Test
  void aRangeMayHaveOneId() {
    assertThat(UidRange.parse("1000-1000")).isEqualTo(new UidRange(1000, 1000));
  }

  @Test
  void givesTheNextFreeIdAndBeginsAgainAtTheEnd() {
    assertThat(RANGE.free(Set.of(), nothing(), 1999)).hasValue(2000);
    assertThat(RANGE.free(Set.of(2001), nothing(), 2000)).hasValue(2002);
    assertThat(RANGE.free(Set.of(2000), nothing(), 2004)).hasValue(2001);
    assertThat(RANGE.free(Set.of(), nothing(), 99_999)).hasValue(2000);
    assertThat(RANGE.free(Set.of(2000, 2001, 2002, 2003, 2004), nothing(), 2000)).isEmpty();
  }

  @Test
  void prefersIdsThatTheMachineHasNotGivenToOthers() throws IOException {
    Files.writeString(etc.resolve("passwd"), "root:x:0:0::/root:/bin/sh\nann:x:2000:100::/:/x\n\n");
    Files.writeString(etc.resolve("group"), "ann:x:2001:\nbroken\n");
    Files.writeString(etc.resolve("subuid"), "ann:2002:1\n");
    Files.writeString(etc.resolve("subgid"), "ann:2003:1\nbroken:x:1\nshort:2004\n");
    ReservedIds reserved = ReservedIds.read(etc);

    assertThat(RANGE.free(Set.of(), reserved, 1999)).hasValue(2004);
    assertThat(RANGE.free(Set.of(2004), reserved, 1999)).hasValue(2000);
  }

  @Test
  void knowsTheUsualRangesOfUserNamespaces() throws IOException {
    Files.writeString(etc.resolve("subuid"), "ann:100000:65536\nbob:165536:65536\n");
    ReservedIds reserved = ReservedIds.read(etc);
    assertThat(reserved.holds(200_000)).isTrue();
    assertThat(reserved.holds(231_071)).isTrue();
    assertThat(reserved.holds(231_072)).isFalse();
    assertThat(UidRange.DEFAULT.free(Set.of(), reserved, 199_999)).hasValue(231_072);
  }
}
