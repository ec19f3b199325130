package dev.otters.executor.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.BinMount;
import dev.otters.executor.BinMounts;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ImagePin;
import dev.otters.executor.Limits;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.SandboxTools;
import dev.otters.oci.Digest;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import dev.otters.oci.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of every executor for the tools of sandboxes, with each way of mounting them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ToolsContract extends ExecutorBench {
  /** Returns the builder of images for the executor. */
  protected abstract TestImages images();

  /** Returns the ways of mounting tools. */
  protected abstract List<BinMounts> ways();

  protected SandboxSpec spec(BinMounts way, String script, BinMount... bins) throws IOException {
    return Specs.change(
        Specs.of(agent, folders, images().runtime(Map.of()), Shell.script(script)),
        draft -> {
          draft.tools = new SandboxTools(List.of(bins), way);
          draft.limits = new Limits(128 << 20, 1, 64, 8 << 20);
        });
  }

  /** Runs a script to its end, and returns its output. */
  protected List<String> output(BinMounts way, String script, BinMount... bins) throws IOException {
    executor.create(spec(way, script, bins), Progress.NONE);
    executor.start(agent);
    return texts();
  }

  private static byte[] busybox(String path) throws IOException {
    return TestImages.tar(Map.of(path, Files.readAllBytes(Busybox.binary())));
  }

  @ParameterizedTest
  @MethodSource("ways")
  protected void runsAToolAtItsPath(BinMounts way) throws IOException {
    ImagePin image = images().layers("deep", busybox("usr/bin/wc"));
    List<String> output =
        output(
            way,
            "echo a b c | /opt/bin-images/wc/usr/bin/wc -w",
            new BinMount("wc", image, "/usr/bin"));
    assertThat(output).containsExactly("3");
  }

  @ParameterizedTest
  @MethodSource("ways")
  protected void runsAToolWhoseLayersAreCompressedWithZstd(BinMounts way) throws IOException {
    ImagePin image =
        images().zstd("zstd", busybox("bin/wc"), Samples.tar(Samples.file("note", "a b")));
    List<String> output =
        output(
            way,
            "cd /opt/bin-images/wc; bin/wc -w <note; /bin/busybox stat -c %a bin/wc",
            new BinMount("wc", image, "/bin"));
    assertThat(output).containsExactly("2", "755");
  }

  @ParameterizedTest
  @MethodSource("ways")
  protected void followsLinksInsideAnImage(BinMounts way) throws IOException {
    ImagePin image =
        images()
            .layers(
                "linked",
                busybox("usr/lib/busybox"),
                Samples.tar(
                    Samples.folder("usr/bin"),
                    Samples.symbolicLink("usr/bin/wc", "../lib/busybox"),
                    Samples.symbolicLink("bin", "usr/bin")));
    List<String> output =
        output(way, "echo a b c | /opt/bin-images/wc/bin/wc -w", new BinMount("wc", image, "/bin"));
    assertThat(output).containsExactly("3");
  }

  @ParameterizedTest
  @MethodSource("ways")
  protected void showsTheFilesOfAllLayers(BinMounts way) throws IOException {
    ImagePin image =
        images()
            .layers(
                "layers",
                Samples.tar(
                    Samples.folder("d"),
                    Samples.file("d/gone", "1"),
                    Samples.file("d/kept", "2"),
                    Samples.file("changed", "3"),
                    Samples.folder("opaque"),
                    Samples.file("opaque/old", "4"),
                    Samples.symbolicLink("link", "d")),
                Samples.tar(
                    Samples.file("d/.wh.gone", ""),
                    Samples.file("changed", "5"),
                    Samples.file("opaque/.wh..wh..opq", ""),
                    Samples.file("opaque/new", "6").withMode(0100755),
                    Samples.file("link/through", "7"),
                    Samples.hardLink("hard", "changed"),
                    Samples.symbolicLink("abs", "/etc/passwd")));
    String script =
        """
        cd /opt/bin-images/t
        /bin/busybox find . | /bin/busybox sort | while read p; do
          if [ -L $p ]; then echo $p to $(/bin/busybox readlink $p)
          elif [ -d $p ]; then echo $p $(/bin/busybox stat -c %a $p)
          else echo $p $(/bin/busybox stat -c %a $p) $(/bin/busybox cat $p)
          fi
        done
        """;
    assertThat(output(way, script, new BinMount("t", image, "/")))
        .containsExactly(
            ". 755",
            "./abs to /etc/passwd",
            "./changed 644 5",
            "./d 755",
            "./d/kept 644 2",
            "./hard 644 5",
            "./link 755",
            "./link/through 644 7",
            "./opaque 755",
            "./opaque/new 755 6");
  }

  @ParameterizedTest
  @MethodSource("ways")
  protected void letsNobodyChangeATool(BinMounts way) throws IOException {
    ImagePin image = images().layers("fixed", busybox("wc"));
    String script =
        """
        cd /opt/bin-images/wc
        for c in 'touch wc' 'rm wc' 'mv wc x' 'cp wc x' 'ln -s wc x' 'chmod 777 wc' 'mkdir x' \
                 'rmdir /opt/bin-images/wc' 'mv /opt/bin-images/wc /opt/bin-images/x'; do
          /bin/busybox $c 2>/dev/null && echo could $c
        done
        (: >>wc) 2>/dev/null && echo could append
        /bin/busybox ls /opt/bin-images/wc
        """;
    assertThat(output(way, script, new BinMount("wc", image, "/"))).containsExactly("wc");
  }

  @ParameterizedTest
  @MethodSource("ways")
  protected void bringsOneImageInUnderSeveralNames(BinMounts way) throws IOException {
    ImagePin image = images().layers("twice", busybox("wc"));
    List<String> output =
        output(
            way,
            "for t in a b; do echo x y | /opt/bin-images/$t/wc -w; done",
            new BinMount("a", image, "/"),
            new BinMount("b", images().index(image), "/"));
    assertThat(output).containsExactly("2", "2");
  }

  @ParameterizedTest
  @MethodSource("ways")
  protected void leavesNothingWhereAToolIsMissingOrOfAnotherPlatform(BinMounts way)
      throws IOException {
    String other = Platform.ofThisMachine().architecture().equals("amd64") ? "arm64" : "amd64";
    ImagePin foreign =
        images().image("foreign", new Platform("linux", other), Map.of("f", new byte[1]), Map.of());
    ImagePin absent = new ImagePin("absent", Digest.of(new byte[] {1}));
    for (ImagePin image : List.of(foreign, absent)) {
      SandboxSpec bad = spec(way, "exit", new BinMount("t", image, "/"));
      ExecutorException refused = refusal(() -> executor.create(bad, Progress.NONE));
      assertThat(refused).hasMessageContaining(image.ref());
      assertThat(refused.reason()).isEqualTo(ExecutorException.Reason.IMAGE);
      assertThat(executor.list()).isEmpty();
    }
  }
}
