package dev.otters.bench.figure;

import dev.otters.bench.report.Figure;
import dev.otters.bench.report.Goal;
import dev.otters.bench.report.Quantity;
import dev.otters.bench.report.Report;
import dev.otters.bench.report.Samples;
import dev.otters.bench.report.Unit;
import dev.otters.bench.run.Clock;
import dev.otters.bench.run.LocalRegistry;
import dev.otters.bench.run.OttersHome;
import dev.otters.bench.run.Programs;
import dev.otters.bench.run.Workbench;
import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.Progress;
import dev.otters.oci.registry.PullScope;
import dev.otters.oci.registry.Registry;
import dev.otters.oci.registry.RegistrySettings;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Measures pushes to and pulls from a registry on the same machine. */
public final class Transfers implements Group {
  private static final int ROUNDS = 3;
  private static final double GOAL = 1.2;
  private static final int SIZE = 200 << 20;
  private static final String METHOD =
      """
      A BIN image with 200 MiB of random bytes, and an image of 100 layers of 10.24 MiB, to and from Debian's
      docker-registry on 127.0.0.1; every round pushes to a registry that has nothing and pulls into an empty store.
      *Library* is the registry client of the daemon in this program, without the daemon around it. `skopeo copy` moves
      the same blobs from and to an OCI layout, the push to one more empty registry.\
      """;

  @Override
  public String name() {
    return "transfer";
  }

  @Override
  public Report measure(Workbench bench) throws IOException, InterruptedException {
    Optional<LocalRegistry> registry = LocalRegistry.start(bench);
    if (registry.isEmpty()) {
      return new Report("Push and pull", METHOD, List.of(), List.of("there is no docker-registry"));
    }
    OttersHome home = OttersHome.open(bench);
    Path program = home.folder().resolve("big");
    Files.write(program, StaticProgram.bytes(SIZE));
    home.otters(
        "bin", "build", "-q", "-n", "big", "-t", "bench/big:1", Agents.platform() + ":" + program);
    return new Report("Push and pull", METHOD, figures(bench, home), List.of());
  }

  /** An image of the store, and the number of times to transfer it. */
  private record Cargo(String name, String image, int rounds) {}

  /** The times of one kind of cargo, for Otters and skopeo. */
  private record Times(
      List<Double> push, List<Double> pull, List<Double> theirPush, List<Double> theirPull) {
    Times() {
      this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }
  }

  private static List<Figure> figures(Workbench bench, OttersHome home)
      throws IOException, InterruptedException {
    OciStore store = OciStore.open(home.folder().resolve("registry"));
    ManyLayers.put(store, ImageReference.parse("bench/layers:1"));
    Times big = times(bench, store, new Cargo("big", "bench/big:1", ROUNDS));
    Times layers = times(bench, store, new Cargo("layers", "bench/layers:1", ROUNDS));
    return List.of(
        figure("push, library", big.push, big.theirPush).peers(Peers.PUSH),
        figure("pull, library", big.pull, big.theirPull).peers(Peers.PULL),
        goal(figure("push of 1 GiB in 100 layers, library", layers.push, layers.theirPush)),
        goal(figure("pull of 1 GiB in 100 layers, library", layers.pull, layers.theirPull)));
  }

  private static Times times(Workbench bench, OciStore store, Cargo cargo)
      throws IOException, InterruptedException {
    Descriptor image = store.require(ImageReference.parse(cargo.image));
    boolean skopeo = bench.programs().find("skopeo").isPresent();
    Times times = new Times();
    try (Registry registry = new Registry(RegistrySettings.ofEnvironment(Map.of()))) {
      for (int i = 0; i < cargo.rounds; i++) {
        // Every round uses a new registry, since one that has the blobs would not receive them
        // again.
        String ours = registryFor(bench) + "/ours/" + cargo.name + ":1";
        ImageReference reference = ImageReference.parse(ours);
        store.tag(reference, image, Origin.BUILT);
        times.push.add(time(() -> registry.push(reference, store, Progress.NONE)));
        OciStore empty = OciStore.open(bench.folder("store"));
        times.pull.add(time(() -> pull(registry, reference, empty)));
        if (skopeo) {
          addTheirs(bench, ours, times);
        }
      }
    }
    return times;
  }

  private static void addTheirs(Workbench bench, String ours, Times times)
      throws IOException, InterruptedException {
    String layout = "oci:" + bench.folder("layout") + ":it";
    String theirs = "docker://" + registryFor(bench) + "/theirs/it:1";
    Programs programs = bench.programs();
    times.theirPull.add(
        programs.run(skopeo("--src-tls-verify=false", "docker://" + ours, layout)).millis());
    times.theirPush.add(programs.run(skopeo("--dest-tls-verify=false", layout, theirs)).millis());
  }

  private static Figure goal(Figure figure) {
    return figure.goal(new Goal.TimesBaseline(GOAL));
  }

  private static String registryFor(Workbench bench) throws IOException, InterruptedException {
    return LocalRegistry.start(bench).orElseThrow().address();
  }

  private static Figure figure(String name, List<Double> values, List<Double> theirs) {
    Figure figure = Figure.of(name, new Quantity(new Samples(values), Unit.MILLISECONDS));
    return theirs.isEmpty()
        ? figure
        : figure.against("skopeo copy", new Quantity(new Samples(theirs), Unit.MILLISECONDS));
  }

  private static List<String> skopeo(String option, String from, String to) {
    return List.of("skopeo", "--insecure-policy", "copy", "-q", option, from, to);
  }

  private static Descriptor pull(Registry registry, ImageReference reference, OciStore store) {
    return registry.pull(reference, store, new PullScope.AllPlatforms(), Progress.NONE);
  }

  private static double time(java.util.function.Supplier<Descriptor> work) {
    long begin = System.nanoTime();
    Descriptor moved = work.get();
    if (moved.size() <= 0) {
      throw new IllegalStateException("nothing was moved");
    }
    return Clock.millisSince(begin);
  }
}
