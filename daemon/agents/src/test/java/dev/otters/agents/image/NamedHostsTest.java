package dev.otters.agents.image;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agentfile.ImageName;
import dev.otters.agentfile.ParseResult;
import dev.otters.agentfile.parser.AgentfileParser;
import dev.otters.executor.ImagePin;
import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.Progress;
import dev.otters.oci.agent.AgentBuild;
import dev.otters.oci.agent.AgentImages;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import dev.otters.oci.store.PruneScope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamedHostsTest {
  private static final String PARENT =
      "FROM scratch\nNAME base\nMODEL a/b\nBIN probe localhost:6379/probe:1\n";
  private static final String CHILD = "\nNAME guide\nBIN sh localhost:5000/sh:1\n";

  @TempDir Path folder;
  private OciStore store;
  private TestImages images;

  @BeforeEach
  void open() throws IOException {
    store = OciStore.open(folder.resolve("registry"));
    images = new TestImages(store, Files.createDirectory(folder.resolve("context")));
  }

  @Test
  void everythingCountsInAgentfilesOfTheOperator() {
    images.agent("base:1", PARENT);
    build("guide:1", "base:1");
    assertThat(hosts("guide:1")).isEmpty();

    build("child:1", "guide:1");
    assertThat(hosts("child:1")).isEmpty();
  }

  @Test
  void onlyTheBinsOfTheChildCountIfAnotherAuthorBuiltTheParent() {
    foreignParent("evil/base:1", Origin.LOADED);
    build("guide:1", "evil/base:1");
    assertThat(hosts("guide:1")).contains(Set.of("localhost:5000"));

    build("grandchild:1", "guide:1");
    assertThat(hosts("grandchild:1")).contains(Set.of("localhost:5000"));
  }

  @Test
  void theRegistryInFromCounts() {
    foreignParent("localhost:7000/base:1", Origin.PULLED);
    build("guide:1", "localhost:7000/base:1");
    assertThat(hosts("guide:1")).contains(Set.of("localhost:5000", "localhost:7000"));
  }

  @Test
  void onlyTheRegistryInFromCountsIfTheParentIsGone() {
    foreignParent("localhost:7000/base:1", Origin.PULLED);
    build("guide:1", "localhost:7000/base:1");
    store.untag(ImageReference.parse("localhost:7000/base:1"));
    var unused = store.prune(PruneScope.UNTAGGED, Set.of(), false);

    assertThat(hosts("guide:1")).contains(Set.of("localhost:7000"));
  }

  private void foreignParent(String name, Origin origin) {
    images.agent("theirs:1", PARENT);
    Descriptor parent = store.require(ImageReference.parse("theirs:1"));
    store.untag(ImageReference.parse("theirs:1"));
    store.tag(ImageReference.parse(name), parent, origin);
  }

  private void build(String tag, String from) {
    var file =
        (ParseResult.Parsed)
            AgentfileParser.parse("Agentfile", ("FROM " + from + CHILD).getBytes(UTF_8), Map.of());
    AgentImages agents = new AgentImages(store);
    AgentBuild.Parent parent =
        new AgentBuild.Parent(ImageName.of(from), agents.load(ImageReference.parse(from)));
    var unused =
        agents.build(
            new AgentBuild(
                file.agentfile(),
                Optional.of(parent),
                folder.resolve("context"),
                List.of(ImageReference.parse(tag)),
                ImageName.of(TestImages.RUNTIME.toString()),
                Optional.empty()),
            Progress.NONE);
  }

  private Optional<Set<String>> hosts(String name) {
    Descriptor found = store.require(ImageReference.parse(name));
    ImagePin pin = new ImagePin(name, found.digest());
    return new NamedHosts(store)
        .of(new ImageSource.NamedAgent(pin, new AgentImages(store).load(found.digest())));
  }
}
