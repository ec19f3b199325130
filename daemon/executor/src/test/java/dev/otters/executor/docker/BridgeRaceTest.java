package dev.otters.executor.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.HostConfig;
import dev.otters.executor.docker.engine.EngineConnection;
import dev.otters.executor.testkit.AnsweringEngine;
import java.net.URI;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class BridgeRaceTest {
  @TempDir Path temp;

  @Test
  void theNetworkIsNotRemovedWhileAContainerIsCreatedWithIt() throws Exception {
    UUID home = UUID.randomUUID();
    String answer =
        """
        {"ApiVersion":"1.41","Id":"n1","Driver":"bridge","Labels":{"io.openotters.home":"%s"},
         "Options":{"com.docker.network.bridge.enable_icc":"false"}}\
        """
            .formatted(home);
    Path socket = temp.resolve("engine.sock");
    try (ServerSocketChannel _ = AnsweringEngine.serve(socket, answer);
        EngineConnection engine = EngineConnection.open(URI.create("unix://" + socket))) {
      Labels labels = new Labels(home);
      BridgeNetwork bridge =
          new BridgeNetwork(engine, new Containers(engine, labels), labels, home);
      CreateContainerCmd request =
          engine.calls().createContainerCmd("image").withHostConfig(HostConfig.newHostConfig());
      Thread prune =
          Thread.ofPlatform()
              .unstarted(
                  () -> {
                    var unused = catchThrowable(() -> bridge.prune(false));
                  });

      String container =
          bridge.join(
              request,
              () -> {
                prune.start();
                while (prune.getState() != Thread.State.WAITING && prune.isAlive()) {
                  Thread.onSpinWait();
                }
                return prune.isAlive() ? "created" : "without a network";
              });
      prune.join();

      assertThat(container).isEqualTo("created");
      assertThat(request.getHostConfig().getNetworkMode()).isEqualTo("n1");
    }
  }
}
