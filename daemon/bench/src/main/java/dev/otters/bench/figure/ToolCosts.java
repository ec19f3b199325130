package dev.otters.bench.figure;

import dev.otters.bench.report.Figure;
import dev.otters.bench.report.Goal;
import dev.otters.bench.report.Quantity;
import dev.otters.bench.report.Samples;
import dev.otters.bench.report.Unit;
import dev.otters.bench.run.Api;
import dev.otters.bench.run.OttersHome;
import dev.otters.bench.run.ToolTwin;
import dev.otters.bench.run.Workbench;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Platform;
import dev.otters.oci.manifest.ImageIndex;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.manifest.Manifest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.StoredImage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Measures tools: alone in a sandbox, many in an agent, and their sizes. */
final class ToolCosts {
  private static final int ROUNDS = 10;
  private static final int TOOLS = 20;
  private static final double RUN_ONCE = 1.3;
  private static final double MEGABYTE = 1e6;
  private static final String SHELL = "otters/tools/sh";

  private ToolCosts() {}

  /** Returns the figures of one tool run, next to the same container in Docker. */
  static List<Figure> runOnce(Workbench bench, OttersHome home)
      throws IOException, InterruptedException {
    ToolTwin twin = ToolTwin.of(bench, home, List.of("bin", "run", SHELL, "-c", "sleep 600"));
    Api api = home.api();
    List<Double> ours = new ArrayList<>();
    List<Double> whole = new ArrayList<>();
    List<Double> theirs = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      ours.add(api.runTool(SHELL, List.of("-c", "true")));
      whole.add(home.otters("bin", "run", SHELL, "-c", "true").millis());
      theirs.add(home.programs().run(twin.command("true")).millis());
    }
    return List.of(
        Figure.of("runOnce of a tool", millis(ours))
            .against("docker run --rm", millis(theirs))
            .goal(new Goal.TimesBaseline(RUN_ONCE)),
        Figure.of("otters bin run", millis(whole)).against("docker run --rm", millis(theirs)));
  }

  /** Returns the figure of a start with many tools, next to one with a single tool. */
  static Figure manyTools(OttersHome home, String single) throws IOException {
    String many = single + "-tools";
    Agents.withTools(home, many, TOOLS);
    List<Double> ours = new ArrayList<>();
    List<Double> theirs = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      ours.add(started(home, many));
      theirs.add(started(home, single));
    }
    return Figure.of("otters run with " + TOOLS + " BINs", millis(ours))
        .against("with 1 BIN", millis(theirs));
  }

  private static double started(OttersHome home, String name) {
    double millis = home.otters("run", "--name", name, name + ":latest").millis();
    home.otters("rm", "-f", name);
    return millis;
  }

  /** Returns the compressed size of each shipped tool for this machine. */
  static List<Figure> sizes(OttersHome home) {
    OciStore store = OciStore.open(home.folder().resolve("registry"));
    return store.list().stream()
        .filter(image -> image.reference().repository().startsWith("otters/tools/"))
        .filter(image -> image.reference().toString().endsWith(":latest"))
        .map(image -> size(store, image))
        .toList();
  }

  private static Figure size(OciStore store, StoredImage image) {
    Manifest manifest = store.manifest(image.descriptor().digest());
    if (manifest instanceof ImageIndex index) {
      manifest =
          store.manifest(
              index.manifests().stream()
                  .filter(it -> it.platform().equals(Optional.of(Platform.ofThisMachine())))
                  .findFirst()
                  .orElseThrow()
                  .digest());
    }
    long bytes = ((ImageManifest) manifest).layers().stream().mapToLong(Descriptor::size).sum();
    return Figure.of(
        image.reference().repository() + ", compressed",
        Quantity.once(bytes / MEGABYTE, Unit.MEGABYTES));
  }

  private static Quantity millis(List<Double> values) {
    return new Quantity(new Samples(values), Unit.MILLISECONDS);
  }
}
