package dev.otters.bench.figure;

import dev.otters.bench.report.Figure;
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
import java.util.Random;

/** How long 200 MiB take to and from a registry on the same machine. */
public final class Transfers implements Group {
  private static final int ROUNDS = 5;
  private static final int SIZE = 200 << 20;
  private static final String METHOD =
      """
      A BIN image with 200 MiB of random bytes, to and from Debian's docker-registry on 127.0.0.1; every round pushes to a
      new repository and pulls into an empty store. *Library* is the registry client of the daemon in this program, without
      the daemon around it; there is no command `push` yet. `skopeo copy` moves the same blobs from and to an OCI layout
      (each push to a registry that has nothing).\
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
    byte[] bytes = new byte[SIZE];
    new Random(1).nextBytes(bytes);
    Files.write(program, bytes);
    home.otters(
        "bin", "build", "-q", "-n", "big", "-t", "bench/big:1", Agents.platform() + ":" + program);
    return new Report(
        "Push and pull", METHOD, figures(bench, home, registry.get().address()), List.of());
  }

  private static List<Figure> figures(Workbench bench, OttersHome home, String address)
      throws IOException, InterruptedException {
    OciStore store = OciStore.open(home.folder().resolve("registry"));
    Descriptor image = store.require(ImageReference.parse("bench/big:1"));
    Programs programs = bench.programs();
    boolean skopeo = programs.find("skopeo").isPresent();
    List<Double> push = new ArrayList<>();
    List<Double> pull = new ArrayList<>();
    List<Double> theirPush = new ArrayList<>();
    List<Double> theirPull = new ArrayList<>();
    try (Registry registry = new Registry(RegistrySettings.ofEnvironment(Map.of()))) {
      for (int i = 0; i < ROUNDS; i++) {
        String ours = address + "/ours/big" + i + ":1";
        ImageReference reference = ImageReference.parse(ours);
        store.tag(reference, image, Origin.BUILT);
        push.add(time(() -> registry.push(reference, store, Progress.NONE)));
        OciStore empty = OciStore.open(bench.folder("store"));
        pull.add(time(() -> pull(registry, reference, empty)));
        if (skopeo) {
          String layout = "oci:" + bench.folder("layout") + ":big";
          // A registry of its own: skopeo would take the blob from where it has seen it.
          String theirs = "docker://" + registryFor(bench) + "/theirs/big:1";
          theirPull.add(
              programs.run(skopeo("--src-tls-verify=false", "docker://" + ours, layout)).millis());
          theirPush.add(programs.run(skopeo("--dest-tls-verify=false", layout, theirs)).millis());
        }
      }
    }
    return List.of(
        figure("push, library", push, theirPush).peers(Peers.PUSH),
        figure("pull, library", pull, theirPull).peers(Peers.PULL));
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
