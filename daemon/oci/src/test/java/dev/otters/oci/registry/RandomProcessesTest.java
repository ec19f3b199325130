package dev.otters.oci.registry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.oci.ChildJvm;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.Progress;
import dev.otters.oci.Samples;
import dev.otters.oci.archive.Archive;
import dev.otters.oci.store.BlobSource;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import dev.otters.oci.store.PruneScope;
import dev.otters.oci.store.StoredImage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two processes that come to one store by two links and do at once what chance says; the seed of a
 * failure is its parameter.
 */
class RandomProcessesTest extends RegistryTestCase {
  private static final int ROUNDS = 40;
  private static final List<String> STEPS =
      List.of("pull", "build", "build", "load", "prune", "repair", "remove", "tag");
  private static final ImageReference LOADED = ImageReference.parse("loaded:1");

  /** A process that takes one step at each line it reads, and says which image it made. */
  static final class Worker {
    private final String name;
    private final OciStore store;
    private final OciStore remote;
    private final Path tar;
    private final ImageReference served;

    private Worker(String[] args) {
      name = args[0];
      store = OciStore.open(Path.of(args[1]));
      remote = OciStore.open(Path.of(args[2]));
      tar = Path.of(args[3]);
      served = ImageReference.parse(args[4]);
    }

    public static void main(String[] args) throws IOException {
      Worker worker = new Worker(args);
      Map<String, String> environment = Map.of("DOCKER_CONFIG", args[2]);
      try (Registry registry = new Registry(RegistrySettings.ofEnvironment(environment));
          BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          System.out.println(worker.step(line.split(" ", -1), registry));
        }
      }
    }

    private String step(String[] step, Registry registry) throws IOException {
      ImageReference mine = ImageReference.parse(name + ":" + step[1]);
      return switch (step[0]) {
        case "pull" ->
            made(
                served,
                registry.pull(served, store, new PullScope.AllPlatforms(), Progress.NONE).digest());
        case "build" ->
            made(mine, Samples.artifact(store, mine.toString(), "text " + step[2]).digest());
        case "load" ->
            made(
                LOADED,
                new Archive(store).load(tar, Progress.NONE).getFirst().descriptor().digest());
        case "prune" -> "reclaimed " + store.prune(PruneScope.UNTAGGED, Set.of(), false).content();
        case "repair" -> "findings " + store.repair(List.of(), source(), Progress.NONE).findings();
        case "remove" -> remove(mine);
        default -> tag(mine);
      };
    }

    private BlobSource source() {
      return (from, blob, into) -> {
        try (InputStream content = remote.open(blob.digest())) {
          content.transferTo(into);
        }
      };
    }

    private static String made(ImageReference reference, Digest digest) {
      return "made " + reference + " " + digest;
    }

    private String remove(ImageReference mine) {
      if (store.resolve(mine).isEmpty()) {
        return "nothing";
      }
      return "removed " + store.remove(mine, Set.of());
    }

    /** Who else there is takes none of our names away. */
    private String tag(ImageReference mine) {
      return store.list().stream()
          .filter(image -> image.reference().toString().startsWith(name + ":"))
          .findFirst()
          .map(
              image -> {
                store.tag(mine, image.descriptor(), Origin.TAGGED);
                return made(mine, image.descriptor().digest());
              })
          .orElse("nothing");
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void whatEitherSaysItMadeIsThereWhole(long seed) throws Exception {
    Path tar = tar();
    Random random = new Random(seed);
    List<Process> workers = new ArrayList<>();
    try {
      for (String name : List.of("left", "right")) {
        Path link = Files.createSymbolicLink(folder.resolve(name), store.folder());
        workers.add(start(name, link, tar));
      }
      for (int round = 0; round < ROUNDS; round++) {
        List<String> said = round(workers, random);
        String when = "seed " + seed + ", round " + round + ": " + said;
        said.forEach(line -> assertMade(line, when));
        assertSound(when);
        for (ImageReference shared : List.of(jq, LOADED)) {
          if (random.nextBoolean() && store.resolve(shared).isPresent()) {
            store.untag(shared);
          }
        }
      }
    } finally {
      workers.forEach(Process::destroyForcibly);
    }
  }

  private static List<String> round(List<Process> workers, Random random) throws IOException {
    List<String> said = new ArrayList<>();
    for (Process worker : workers) {
      String step =
          STEPS.get(random.nextInt(STEPS.size()))
              + " "
              + random.nextInt(3)
              + " "
              + random.nextInt(3);
      said.add(step);
      worker.outputWriter(UTF_8).write(step + "\n");
    }
    for (Process worker : workers) {
      worker.outputWriter(UTF_8).flush();
    }
    for (Process worker : workers) {
      said.add(worker.inputReader(UTF_8).readLine() + "");
    }
    return said;
  }

  private void assertMade(String line, String when) {
    assertThat(line).as(when).isNotEqualTo("null");
    if (line.startsWith("findings")) {
      assertThat(line).as(when).isEqualTo("findings []");
    }
    if (line.startsWith("made")) {
      String[] words = line.split(" ", -1);
      assertThat(store.require(ImageReference.parse(words[1])).digest())
          .as(when)
          .hasToString(words[2]);
    }
  }

  private void assertSound(String when) throws IOException {
    assertThat(store.fsck(List.of(), Progress.NONE).findings()).as(when).isEmpty();
    for (StoredImage image : store.list()) {
      int size = image.reference().equals(jq) ? remote.closure(index).size() : 3;
      assertThat(store.closure(image.descriptor())).as(when).hasSize(size);
    }
    for (String part : List.of("staging", "partial", "quarantine")) {
      Path inside = store.folder().resolve(part);
      assertThat(!Files.exists(inside) || isEmpty(inside)).as(when + ", " + part).isTrue();
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.findAny().isEmpty();
    }
  }

  private Path tar() throws IOException {
    OciStore source = OciStore.open(folder.resolve("source"));
    Samples.artifact(source, LOADED.toString(), "text 1");
    Path tar = folder.resolve("loaded.tar");
    try (OutputStream out = Files.newOutputStream(tar)) {
      new Archive(source).save(List.of(LOADED), out, Progress.NONE);
    }
    return tar;
  }

  private Process start(String name, Path link, Path tar) throws IOException {
    return ChildJvm.start(
        Worker.class,
        name,
        link.toString(),
        remote.folder().toString(),
        tar.toString(),
        jq.toString());
  }
}
