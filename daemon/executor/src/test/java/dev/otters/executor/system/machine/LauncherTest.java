package dev.otters.executor.system.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.SandboxUser;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LauncherTest {
  @ParameterizedTest
  @CsvSource({
    "true, '/setpriv --reuid=7 --regid=8 --clear-groups --inh-caps=-all --bounding-set=-all"
        + " --no-new-privs /bwrap'",
    "false, '/unshare --user --map-current-user --mount --propagation private /bwrap'"
  })
  void rootGivesUpEveryPrivilegeAndOthersLeaveTheMachinesMounts(boolean root, String command) {
    Launcher launcher =
        new Launcher(Path.of("/bwrap"), "0.8.0", Path.of("/setpriv"), Path.of("/unshare"), root);
    assertThat(String.join(" ", launcher.command(new SandboxUser(7, 8)))).isEqualTo(command);
  }
}
