package dev.otters.executor.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.ImagePin;
import dev.otters.executor.Pause;
import dev.otters.executor.testkit.RunContract;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

@Tag("bubblewrap")
class BubblewrapRunTest extends RunContract {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final File CGROUPS = new File("/sys/fs/cgroup");

  BubblewrapRunTest() {
    super(SystemFixture.FIXTURE);
  }

  /** Builds and unpacks a tool, since an ordinary user cannot write to the fixture. */
  @Override
  protected ImagePin tool(String name) throws IOException {
    ImagePin image = SystemFixture.IMAGES.tool(name);
    SystemFixture.images().folder(image, Platform.ofThisMachine(), Progress.NONE);
    return image;
  }

  @Override
  protected List<String> remains() {
    List<File> places = new ArrayList<>(entries(CGROUPS));
    places.add(CGROUPS);
    String group = "otters/" + home.toString().replace("-", "");
    return Stream.concat(
            Stream.of(temp.resolve("home-" + home).resolve("system").toFile()),
            places.stream().map(place -> new File(place, group)))
        .flatMap(folder -> entries(folder).stream())
        .filter(File::isDirectory)
        .map(File::toString)
        .toList();
  }

  /** Returns nothing for a folder that is gone, as others may be. */
  private static List<File> entries(File folder) {
    File[] entries = folder.listFiles();
    return entries == null ? List.of() : List.of(entries);
  }

  /** The supervisor names the home's folder. */
  @AfterEach
  void noSupervisorIsLeft() {
    boolean gone =
        Pause.until(
            SOON,
            () ->
                ProcessHandle.allProcesses()
                    .noneMatch(
                        process ->
                            process.info().commandLine().orElse("").contains("home-" + home)));
    assertThat(gone).as("the supervisor has ended").isTrue();
  }
}
