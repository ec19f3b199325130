package dev.otters.api.tar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.tar.TarEntry.Kind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TarInTest {
  private static TarEntry link(String name, String target) {
    return new TarEntry(Kind.LINK, name, target, 0, 0777, 0);
  }

  private static List<TarEntry> written(TarEntry... entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TarOut out = new TarOut(bytes);
    for (TarEntry entry : entries) {
      out.add(entry);
    }
    out.finish();
    List<TarEntry> read = new ArrayList<>();
    TarIn in = new TarIn(new ByteArrayInputStream(bytes.toByteArray()));
    for (Optional<TarEntry> next = in.next(); next.isPresent(); next = in.next()) {
      read.add(next.get());
    }
    return read;
  }

  @Test
  void aLongNameOrTargetBelongsToOneEntry() throws IOException {
    TarEntry both = link("n".repeat(101), "t".repeat(101));
    TarEntry shorter = link("n".repeat(100), "t".repeat(100));
    TarEntry shortest = link("name", "target");

    assertThat(written(both, shortest, shorter, both))
        .containsExactly(both, shortest, shorter, both);
  }
}
