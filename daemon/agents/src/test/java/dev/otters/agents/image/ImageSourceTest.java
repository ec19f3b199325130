package dev.otters.agents.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.agentfile.ImageName;
import dev.otters.agents.advice.Advice;
import dev.otters.agents.image.ImageSource.NamedAgent;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.executor.ImagePin;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import dev.otters.oci.registry.RegistryAccess;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImageSourceTest {
  private static final String AGENTFILE = "FROM scratch\nNAME guide\nMODEL scripted/x\n";

  @TempDir Path folder;
  private OciStore store;
  private TestImages images;
  private final List<String> pulls = new ArrayList<>();
  private Optional<Set<String>> asked = Optional.empty();
  private ImageSource source;

  @BeforeEach
  void open() throws IOException {
    store = OciStore.open(folder.resolve("registry"));
    images = new TestImages(store, Files.createDirectory(folder.resolve("context")));
    images.agent("guide:1", AGENTFILE);
    source =
        new ImageSource(
            store,
            (reference, scope, access, progress) -> {
              pulls.add(reference.toString());
              asked = access.apply(RegistryAccess.ofEnvironment(Map.of())).namedHosts();
              Descriptor known = store.require(ImageReference.parse("guide:1"));
              store.tag(reference, known, Origin.PULLED);
              return known;
            },
            Platform.ofThisMachine(),
            new RuntimeChoice(TestImages.RUNTIME, List.of("ghcr.io/openotters/runtime"), store));
  }

  @Test
  void aBareNameIsNeverPulled() {
    for (PullPolicy policy : PullPolicy.values()) {
      assertThat(source.agent("guide:1", policy, Progress.NONE).image().agentfile().name())
          .contains("guide");
    }
    assertThatThrownBy(() -> source.agent("guide:2", PullPolicy.ALWAYS, Progress.NONE))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.problem().code()).isEqualTo(ErrorCode.IMAGE_NOT_FOUND);
              assertThat(e.problem().candidates()).containsExactly("guide:1");
            });
    assertThat(pulls).isEmpty();
  }

  @Test
  void aRemoteNameIsPulledAsThePolicySays() {
    String remote = "registry.example.com/guide:1";

    assertThatThrownBy(() -> source.agent(remote, PullPolicy.NEVER, Progress.NONE))
        .isInstanceOf(ApiException.class);
    assertThat(source.agent(remote, PullPolicy.MISSING, Progress.NONE).pin().ref())
        .isEqualTo(remote);
    assertThat(source.agent(remote, PullPolicy.MISSING, Progress.NONE).pin().ref())
        .isEqualTo(remote);
    assertThat(pulls).hasSize(1);
    assertThat(source.agent(remote, PullPolicy.ALWAYS, Progress.NONE).pin().ref())
        .isEqualTo(remote);
    assertThat(pulls).hasSize(2);
  }

  @Test
  void onlyTheOperatorNamesRegistriesOfThisMachine() {
    NamedAgent built = source.agent("guide:1", PullPolicy.MISSING, Progress.NONE);
    partOf(built);
    assertThat(asked).isEmpty();

    Descriptor guide = store.require(ImageReference.parse("guide:1"));
    store.untag(ImageReference.parse("guide:1"));
    store.tag(ImageReference.parse("loaded:1"), guide, Origin.LOADED);
    partOf(source.agent("loaded:1", PullPolicy.MISSING, Progress.NONE));
    assertThat(asked).contains(Set.of());

    store.tag(ImageReference.parse("localhost:5000/guide:1"), guide, Origin.PULLED);
    partOf(source.agent("localhost:5000/guide:1", PullPolicy.MISSING, Progress.NONE));
    assertThat(asked).contains(Set.of("localhost:5000"));
  }

  private void partOf(NamedAgent agent) {
    String part = "localhost:6379/tool:" + pulls.size();
    assertThatThrownBy(() -> source.partsOf(agent).bin(part, PullPolicy.MISSING, Progress.NONE));
    ImageReference pulled = ImageReference.parse(part);
    store.resolve(pulled).ifPresent(_ -> store.untag(pulled));
    assertThat(pulls).last().isEqualTo(part);
  }

  @Test
  void anImageIsFoundByItsDigest() {
    String digest = store.require(ImageReference.parse("guide:1")).digest().toString();

    assertThat(source.agent(digest, PullPolicy.MISSING, Progress.NONE).pin().ref())
        .isEqualTo(digest);
  }

  @Test
  void aToolForAnotherPlatformIsRefusedWithTheListOfItsPlatforms() {
    images.tool("jq", "jq:1", Platform.parse("linux/s390x"));

    assertThatThrownBy(() -> source.bin("jq:1", PullPolicy.MISSING, Progress.NONE))
        .isInstanceOfSatisfying(
            OciException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(OciException.Reason.PLATFORM);
              assertThat(e).hasMessageContaining("linux/s390x");
            });
  }

  @Test
  void ourRuntimeStandsInForTheAliasesAndForNone() {
    images.runtime();
    for (Optional<ImageName> named :
        List.of(
            Optional.<ImageName>empty(),
            Optional.of(ImageName.of("ghcr.io/openotters/runtime:v9")),
            Optional.of(ImageName.of("otters/runtime:0.1.0")))) {
      assertThat(source.runtime(named, PullPolicy.MISSING, Progress.NONE).ref())
          .isEqualTo("otters/runtime:0.1.0");
    }
  }

  @Test
  void theOperatorIsToldWhenOursRunsInPlaceOfAnAlias() {
    assertThat(source.replaced(Optional.of(ImageName.of("ghcr.io/openotters/runtime:v9"))))
        .contains(
            "otters/runtime:0.1.0 runs in place of the runtime ghcr.io/openotters/runtime:v9"
                + " (runtime-aliases)");
    assertThat(source.replaced(Optional.empty())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example/otters/runtime",
        "evil.example/otters/runtime:0.1.0",
        "localhost:5000/otters/runtime:0.1.0",
        "other.io/runtime:1"
      })
  void aForeignRuntimeIsRefusedWithoutAskingItsRegistry(String name) {
    images.runtime();
    Optional<ImageName> foreign = Optional.of(ImageName.of(name));

    assertRefused(() -> source.replaced(foreign), name);
    assertRefused(() -> source.runtime(foreign, PullPolicy.ALWAYS, Progress.NONE), name);
    assertThat(pulls).isEmpty();
  }

  @Test
  void aDigestNamesTheShippedRuntimeOnly() {
    Digest shipped = images.runtime().digest();
    Digest other = store.require(ImageReference.parse("guide:1")).digest();

    for (String repository : List.of("otters/runtime", "mirror.io/otters/runtime")) {
      Optional<ImageName> good = Optional.of(ImageName.of(repository + "@" + shipped));
      Optional<ImageName> bad = Optional.of(ImageName.of(repository + "@" + other));
      assertThat(source.runtime(good, PullPolicy.ALWAYS, Progress.NONE).digest())
          .isEqualTo(shipped);
      assertRefused(() -> source.runtime(bad, PullPolicy.MISSING, Progress.NONE), repository);
    }
    assertThat(pulls).isEmpty();
  }

  @Test
  void theEntryPointComesFromTheRuntimesImage() {
    assertThat(source.entrypoint(new ImagePin("r:1", images.runtime().digest())))
        .containsExactly("/opt/runtime/bin/runtime");
    var agent = store.require(ImageReference.parse("guide:1")).digest();
    assertThatThrownBy(() -> source.entrypoint(new ImagePin("a:1", agent)))
        .isInstanceOf(OciException.class);
  }

  @Test
  void anImageThatIsLostIsNeverFetchedByItselfAndTheOperatorIsToldHow() {
    Digest lost = Digest.of(new byte[] {1});
    assertThatThrownBy(() -> source.agent(new ImagePin("r.io/private/guide:1", lost)))
        .isInstanceOfSatisfying(
            OciException.class,
            e -> {
              assertThat(e).hasMessageContaining("the image r.io/private/guide:1 is incomplete");
              assertThat(Advice.of(e))
                  .isEqualTo("Fetch it again with: otters pull r.io/private/guide@" + lost + ".");
            });
    assertThatThrownBy(() -> source.agent(new ImagePin("guide:1", lost)))
        .isInstanceOfSatisfying(
            OciException.class, e -> assertThat(e.remedy()).startsWith("Build or load it again"));
    assertThat(pulls).isEmpty();
  }

  @Test
  void anImageThatAnAgentUsesIsRemovedOnlyByForceAndStaysForTheAgent() {
    var digest = store.require(ImageReference.parse("guide:1")).digest();
    ImageRemoval removal = new ImageRemoval(store, () -> java.util.Map.of(digest, List.of("bob")));

    assertThatThrownBy(() -> removal.remove("guide:1", false))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.problem().code()).isEqualTo(ErrorCode.IMAGE_IN_USE);
              assertThat(e.problem().title()).contains("bob");
            });
    removal.remove("guide:1", true);
    assertThat(store.list()).isEmpty();
    assertThat(source.agent(new ImagePin("guide:1", digest)).agentfile().name()).contains("guide");
  }

  @Test
  void anImageThatNobodyUsesGoesWithItsContent() {
    var digest = store.require(ImageReference.parse("guide:1")).digest();
    new ImageRemoval(store, java.util.Map::of).remove(digest.toString(), false);

    assertThat(store.list()).isEmpty();
    assertThat(store.contains(digest)).isFalse();
  }

  @Test
  void aDigestWithSeveralNamesIsAmbiguous() {
    Descriptor known = store.require(ImageReference.parse("guide:1"));
    store.tag(ImageReference.parse("guide:2"), known, Origin.TAGGED);
    ImageRemoval removal = new ImageRemoval(store, java.util.Map::of);

    assertThatThrownBy(() -> removal.remove(known.digest().toString(), false))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> assertThat(e.problem().candidates()).containsExactly("guide:1", "guide:2"));
  }

  @Test
  void allNamesOfADigestGoByForce() {
    Descriptor known = store.require(ImageReference.parse("guide:1"));
    store.tag(ImageReference.parse("guide:2"), known, Origin.TAGGED);
    ImageRemoval removal =
        new ImageRemoval(store, () -> java.util.Map.of(known.digest(), List.of("bob")));

    assertThat(removal.remove("guide:2", false)).containsExactly("guide:2");
    store.tag(ImageReference.parse("guide:2"), known, Origin.TAGGED);
    assertThat(removal.remove(known.digest().abbreviated(), true))
        .containsExactly("guide:1", "guide:2");
    assertThat(store.list()).isEmpty();
    assertThat(source.agent(new ImagePin("guide:1", known.digest())).agentfile().name())
        .contains("guide");
  }

  @Test
  void theBeginningOfADigestNamesAnImage() {
    Descriptor known = store.require(ImageReference.parse("guide:1"));
    String start = known.digest().abbreviated();
    AgentImageCatalog agents = new AgentImageCatalog(store);

    assertThat(agents.inspect(start).digest()).isEqualTo(known.digest().toString());
    assertThat(agents.inspect("sha256:" + start).refs()).containsExactly("guide:1");
    assertThat(source.agent(start, PullPolicy.MISSING, Progress.NONE).pin().ref())
        .isEqualTo(known.digest().toString());
    assertThatThrownBy(() -> agents.inspect("sha256:0123456789ab"))
        .isInstanceOf(OciException.class)
        .hasMessageContaining("no image sha256:0123456789ab");
  }

  @Test
  void aNameIsStrongerThanTheBeginningOfADigest() {
    Descriptor guide = store.require(ImageReference.parse("guide:1"));
    Descriptor other =
        store.require(
            images.agent("other:1", "FROM scratch\nNAME other\n").references().getFirst());
    String start = guide.digest().abbreviated();
    store.tag(ImageReference.parse(start), other, Origin.TAGGED);

    assertThat(new AgentImageCatalog(store).inspect(start).digest())
        .isEqualTo(other.digest().toString());
    assertThat(new ImageRemoval(store, java.util.Map::of).remove(start, false))
        .containsExactly(start + ":latest");
    assertThat(store.resolve(ImageReference.parse("guide:1"))).isPresent();
  }

  @Test
  void aBeginningOfSeveralDigestsIsAmbiguous() {
    List<String> digests = new java.util.ArrayList<>();
    String start = "";
    for (int i = 0; start.isEmpty(); i++) {
      String digest = images.agent("n:" + i, "FROM scratch\nNAME n" + i + "\n").digest().hex();
      String two = digest.substring(0, 2);
      start = digests.stream().anyMatch(known -> known.startsWith(two)) ? two : "";
      digests.add(digest);
    }
    String shared = start;
    assertThatThrownBy(() -> new AgentImageCatalog(store).inspect(shared))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.problem().code()).isEqualTo(ErrorCode.AMBIGUOUS);
              assertThat(e.problem().candidates())
                  .hasSizeGreaterThan(1)
                  .allMatch(found -> found.startsWith("sha256:" + shared));
            });
  }

  @Test
  void anImageOfTheOtherKindIsCalledSo() {
    images.tool("sh", "tools/sh:1");
    assertThatThrownBy(() -> new AgentImageCatalog(store).inspect("tools/sh:1"))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.problem().title())
                  .isEqualTo("tools/sh:1 is a BIN image, not an agent image");
              assertThat(e.problem().remedy()).contains("otters bin inspect tools/sh:1");
            });
    assertThatThrownBy(() -> source.bin("guide:1", PullPolicy.MISSING, Progress.NONE))
        .hasMessage("guide:1 is an agent image, not a BIN image");
    BinCatalog bins = new BinCatalog(store, Platform.ofThisMachine());
    assertThatThrownBy(() -> bins.inspect("guide:1"))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> assertThat(e.problem().remedy()).contains("otters image inspect guide:1"));
  }

  @Test
  void catalogsShowWhatThereIs() {
    images.tool("sh", "tools/sh:1");
    AgentImageCatalog agents = new AgentImageCatalog(store);
    BinCatalog bins = new BinCatalog(store, Platform.ofThisMachine());

    assertThat(agents.list().images())
        .singleElement()
        .satisfies(
            image -> {
              assertThat(image.ref()).isEqualTo("guide:1");
              assertThat(image.name()).isEqualTo("guide");
              assertThat(image.size()).isPositive();
            });
    assertThat(agents.inspect("guide:1").agentfile()).isEqualTo(AGENTFILE);
    assertThat(agents.inspect("guide:1").config()).containsKey("agent");
    assertThat(bins.list().bins())
        .singleElement()
        .satisfies(
            bin -> {
              assertThat(bin.name()).isEqualTo("sh");
              assertThat(bin.platforms()).containsExactly(Platform.ofThisMachine().toString());
            });
    assertThat(bins.inspect("tools/sh:1").usage()).isEqualTo("# How to call sh\n");
  }

  private static void assertRefused(ThrowingCallable call, String name) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.problem().code()).isEqualTo(ErrorCode.IMAGE_INVALID);
              assertThat(e.problem().title()).contains(name, "not the one of this release");
              assertThat(e.problem().remedy()).contains("runtime-aliases");
            });
  }
}
