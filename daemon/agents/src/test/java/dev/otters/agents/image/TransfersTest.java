package dev.otters.agents.image;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.otters.agents.advice.Advice;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.image.Transfer;
import dev.otters.credentials.Credentials;
import dev.otters.credentials.HostCredentials;
import dev.otters.oci.Annotations;
import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.manifest.ManifestCodec;
import dev.otters.oci.registry.Registry;
import dev.otters.oci.registry.RegistrySettings;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import dev.otters.oci.store.StoredImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TransfersTest {
  private static final Platform HERE = Platform.ofThisMachine();
  private static final Platform ELSEWHERE =
      Platform.parse(HERE.architecture().equals("amd64") ? "linux/arm64" : "linux/amd64");

  @TempDir Path folder;
  private final MemoryRegistry server = new MemoryRegistry();
  private Registry registry;
  private OciStore mine;
  private OciStore theirs;
  private TestImages images;

  @BeforeEach
  void twoMachinesWithOneRegistry() throws IOException {
    Map<String, String> environment = Map.of("DOCKER_CONFIG", folder.toString());
    registry = new Registry(RegistrySettings.ofEnvironment(environment));
    mine = OciStore.open(folder.resolve("mine"));
    theirs = OciStore.open(folder.resolve("theirs"));
    images = new TestImages(mine, Files.createDirectory(folder.resolve("context")));
    images.runtime();
  }

  @AfterEach
  void close() {
    registry.close();
    server.close();
  }

  private Transfers of(OciStore store) {
    return new Transfers(store, HERE, new RuntimeChoice(TestImages.RUNTIME, List.of(), store));
  }

  private String at(String name) {
    return server.host() + "/" + name;
  }

  private Transfer pushedAgent(String tool) {
    images.agent(
        at("guide:1"), "FROM scratch\nNAME guide\nMODEL a/b\nBIN sh " + tool + " \"A.\"\n");
    return of(mine).push(registry, at("guide:1"), Progress.NONE);
  }

  private Transfer pulled(OciStore store, String name) {
    return of(store).pull(registry, at(name), Optional.of(HERE), Progress.NONE);
  }

  @Test
  void aPushNamesTheToolsThatItLeavesBehind() {
    List<String> notices = new ArrayList<>();
    images.agent(
        at("guide:1"),
        "FROM scratch\nMODEL a/b\nBIN sh tools/sh:1\nBIN jq otters/tools/jq\nBIN rg "
            + at("rg:1")
            + "\n");

    Transfer unused =
        of(mine)
            .push(
                registry,
                at("guide:1"),
                (item, _, _, status) -> {
                  if (status.equals("notice")) {
                    notices.add(item);
                  }
                });

    assertThat(notices)
        .containsExactly("the BIN tools/sh:1 is only in this store; push it too with --all");
  }

  @Test
  void whatIsPushedHereIsPulledThere() {
    Transfer pushed = pushedAgent("tools/sh:1");
    Transfer pulled = pulled(theirs, "guide:1");
    assertThat(pulled).isEqualTo(pushed);
    assertThat(new AgentImageCatalog(theirs).inspect(at("guide:1")).agentfile())
        .contains("NAME guide");
    assertThat(RemoteImages.tags(registry, at("guide")).tags()).containsExactly("1");
    assertThat(RemoteImages.inspect(registry, at("guide:1")))
        .satisfies(
            view -> {
              assertThat(view.digest()).isEqualTo(pushed.digest());
              assertThat(view.size()).isEqualTo(pushed.size());
              assertThat(view.config()).containsKey("agent");
            });
  }

  @Test
  void aNameWithoutARegistryCannotBePushedAndIsToldHow() {
    images.agent("guide:1", "FROM scratch\nNAME guide\nMODEL a/b\n");
    ApiException local = refused("guide:1");
    assertThat(local.problem().code()).isEqualTo(ErrorCode.INVALID_REQUEST);
    assertThat(local.problem().remedy()).contains("otters tag guide:1");
    assertThat(refused(at("nothing:1")).problem().code()).isEqualTo(ErrorCode.IMAGE_NOT_FOUND);
    assertThat(server.requests()).isEmpty();
  }

  private ApiException refused(String name) {
    return catchThrowableOfType(
        ApiException.class, () -> of(mine).push(registry, name, Progress.NONE));
  }

  @Test
  void anAgentComesWithAllThatItNeeds() {
    images.tool("sh", at("tools/sh:1"));
    of(mine).push(registry, at("tools/sh:1"), Progress.NONE);
    pushedAgent(at("tools/sh:1"));

    ApiException missing =
        catchThrowableOfType(
            ApiException.class,
            () -> of(theirs).pullAll(registry, at("guide:1"), Optional.of(HERE), Progress.NONE));
    assertThat(missing.problem().title()).contains("guide:1 needs " + TestImages.RUNTIME);

    new TestImages(theirs, folder.resolve("context")).runtime();
    List<Transfer> parts =
        of(theirs).pullAll(registry, at("guide:1"), Optional.of(HERE), Progress.NONE);
    assertThat(parts)
        .extracting(Transfer::ref)
        .containsExactly(at("guide:1"), TestImages.RUNTIME.toString(), at("tools/sh:1"));
    assertThat(theirs.resolve(ImageReference.parse(at("tools/sh:1")))).isPresent();
  }

  @Test
  void aToolOfAnotherPlatformIsNoToolAndAPartOfAnIndexIsNotPushed() {
    images.tool("jq", at("jq:1"), ELSEWHERE);
    of(mine).push(registry, at("jq:1"), Progress.NONE);
    assertThatThrownBy(() -> pulled(theirs, "jq:1"))
        .isInstanceOfSatisfying(
            OciException.class, e -> assertThat(e.reason()).isEqualTo(OciException.Reason.PLATFORM))
        .hasMessageContaining(ELSEWHERE.toString());
    assertThat(theirs.list()).isEmpty();
    of(theirs).pull(registry, at("jq:1"), Optional.empty(), Progress.NONE);
    assertThat(theirs.list()).hasSize(1);
  }

  @Test
  void aDamagedToolOrAgentThatIsPulledGetsNoName() {
    for (String name : List.of("tool:1", "agent:1")) {
      Descriptor damaged = damaged(name);
      registry.push(damaged, ImageReference.parse(at(name)), mine, Progress.NONE);

      assertThatThrownBy(() -> pulled(theirs, name)).isInstanceOf(OciException.class);
      assertThat(theirs.list()).isEmpty();
    }
  }

  /** Stores an image without the files of its kind: a tool's, or else an agent's. */
  private Descriptor damaged(String name) {
    try (Ingest ingest = mine.ingest()) {
      boolean tool = name.startsWith("tool");
      ImageManifest manifest =
          new ImageManifest(
              MediaTypes.MANIFEST,
              tool ? Optional.empty() : Optional.of(MediaTypes.AGENT),
              ingest.put(
                  tool ? MediaTypes.IMAGE_CONFIG : MediaTypes.AGENT_CONFIG, "{}".getBytes(UTF_8)),
              List.of(ingest.put(MediaTypes.TAR, new byte[1024])),
              tool ? Map.of(Annotations.BIN_NAME, "x") : Map.of());
      Descriptor image = ingest.put(MediaTypes.MANIFEST, ManifestCodec.write(manifest));
      ingest.tag(ImageReference.parse(at(name)), image, Origin.LOADED);
      ingest.commit();
      return image;
    }
  }

  @Test
  void aLocalImageIsCopiedToARegistryWithoutGettingAName() {
    images.agent("guide:1", "FROM scratch\nNAME guide\nMODEL a/b\n");
    List<StoredImage> before = mine.list();
    Set<List<StoredImage>> seen = ConcurrentHashMap.newKeySet();
    Transfer copied =
        of(mine)
            .copy(
                registry,
                "guide:1",
                at("copies/guide:2"),
                (id, done, total, phase) -> seen.add(mine.list()));
    assertThat(seen).as("not even meanwhile").containsExactly(before);
    assertThat(mine.list()).isEqualTo(before);
    of(theirs).copy(registry, copied.ref(), at("more/guide:3"), Progress.NONE);
    assertThat(theirs.list()).isEmpty();
    assertThat(pulled(theirs, "more/guide:3").digest()).isEqualTo(copied.digest());
  }

  @Test
  void credentialsOfARequestOpenItsRegistry() {
    Credentials.Password login = new Credentials.Password("me", "canary-9");
    pushedAgent("tools/sh:1");
    server.wants(login.basic());
    assertThatThrownBy(() -> pulled(theirs, "guide:1"))
        .isInstanceOfSatisfying(
            OciException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(OciException.Reason.DENIED);
              assertThat(Advice.of(e)).endsWith("log in with: otters login " + server.host() + ".");
            })
        .hasMessageContaining(server.host());
    HostCredentials given = new HostCredentials(server.host(), login);
    Registry asked = registry.with(registry.access().with(given));
    assertThat(of(theirs).pull(asked, at("guide:1"), Optional.of(HERE), Progress.NONE).size())
        .isPositive();
    asked.check(given);
    assertThatThrownBy(
            () ->
                asked.check(
                    new HostCredentials(
                        server.host(), new Credentials.Password("me", "canary-wrong"))))
        .isInstanceOf(OciException.class)
        .hasMessageNotContaining("canary");
  }

  @Test
  void twoPullsOfOneImageAtOnceAreBothGood() throws Exception {
    Transfer pushed = pushedAgent("tools/sh:1");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Transfer>> all = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        all.add(threads.submit(() -> pulled(theirs, "guide:1")));
      }
      for (Future<Transfer> one : all) {
        assertThat(one.get()).isEqualTo(pushed);
      }
    }
    assertThat(theirs.fsck(List.of(), Progress.NONE).sound()).isTrue();
  }

  @Test
  void pullsAndPrunesAtOnceLeaveWholeImages() throws Exception {
    Transfer pushed = pushedAgent("tools/sh:1");
    StoreCare care = new StoreCare(theirs, registry, List::of, List::of, TestImages.RUNTIME);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 8; i++) {
        Future<Transfer> pull = threads.submit(() -> pulled(theirs, "guide:1"));
        Future<?> prune = threads.submit(() -> care.prune(false, false));
        assertThat(pull.get()).isEqualTo(pushed);
        prune.get();
        assertThat(theirs.fsck(List.of(), Progress.NONE).findings()).isEmpty();
        theirs.untag(ImageReference.parse(at("guide:1")));
      }
    }
  }

  @Test
  void aCachedImageIsFoundWithoutAskingTheRegistry() {
    pushedAgent("tools/sh:1");
    ImageSource source =
        TestImages.source(
            theirs,
            (reference, scope, access, progress) ->
                registry.pull(reference, theirs, scope, progress));
    ImageSource.NamedAgent cold = source.agent(at("guide:1"), PullPolicy.MISSING, Progress.NONE);
    int asked = server.requests().size();
    assertThat(asked).isGreaterThan(0);
    assertThat(source.agent(at("guide:1"), PullPolicy.MISSING, Progress.NONE).pin())
        .isEqualTo(cold.pin());
    assertThat(server.requests()).hasSize(asked);
    source.agent(at("guide:1"), PullPolicy.ALWAYS, Progress.NONE);
    assertThat(server.requests().size()).isGreaterThan(asked);
  }

  @Test
  void damageIsMendedFromWhereTheImageCameFrom() throws IOException {
    Transfer pushed = pushedAgent("tools/sh:1");
    pulled(theirs, "guide:1");
    Path blob =
        theirs.path(
            theirs.closure(theirs.require(ImageReference.parse(pushed.ref()))).getLast().digest());
    assertThat(blob.toFile().setWritable(true)).isTrue();
    Files.writeString(blob, "damaged");
    StoreCare care = new StoreCare(theirs, registry, List::of, List::of, TestImages.RUNTIME);
    assertThat(care.fsck(false, Progress.NONE))
        .satisfies(
            found -> {
              assertThat(found.sound()).isFalse();
              assertThat(found.findings())
                  .anySatisfy(
                      finding -> {
                        assertThat(finding.kind()).isEqualTo("damaged_blob");
                        assertThat(finding.refs()).containsExactly(pushed.ref());
                      });
            });
    assertThat(care.fsck(true, Progress.NONE).sound()).isTrue();
    assertThat(care.fsck(false, Progress.NONE).findings()).isEmpty();
  }
}
