package dev.otters.resources.substrate;

import static dev.otters.resources.substrate.SubstrateKit.AGENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.home.FastFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RivalWritersTest {
  private static final int ROUNDS = 10_000;

  @TempDir(factory = FastFolder.class)
  Path folder;

  @Test
  void exactlyOneOfTwoWritersWinsEachRound() throws Exception {
    try (SubstrateKit kit = new SubstrateKit(folder);
        ExecutorService threads = Executors.newFixedThreadPool(2)) {
      kit.substrate.prepare(AGENT, Map.of());
      FileVersion version = kit.current("SOUL.md");
      for (int round = 0; round < ROUNDS; round++) {
        FileVersion before = version;
        List<Future<Optional<String>>> both = new ArrayList<>();
        for (String writer : List.of("ada ", "bob ")) {
          String text = writer + round;
          Callable<Optional<String>> promote = () -> refusal(kit, text, before);
          both.add(threads.submit(promote));
        }
        List<String> refusals = new ArrayList<>();
        for (Future<Optional<String>> one : both) {
          one.get().ifPresent(refusals::add);
        }
        version = kit.current("SOUL.md");
        assertThat(version.id()).isGreaterThan(before.id());
        assertThat(refusals)
            .singleElement()
            .asString()
            .contains("version " + version.id(), version.sha256());
      }
      assertThat(kit.files.all).containsEntry("SOUL.md", kit.text(version));
    }
  }

  private static Optional<String> refusal(SubstrateKit kit, String text, FileVersion before) {
    try {
      kit.promote("SOUL.md", text, SubstrateKit.version(before.id()));
      return Optional.empty();
    } catch (WritebackException e) {
      assertThat(e.kind()).isEqualTo(WritebackException.Kind.CONFLICT);
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}
