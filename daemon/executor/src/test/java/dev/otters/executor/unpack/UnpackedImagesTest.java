package dev.otters.executor.unpack;

import static dev.otters.oci.Samples.file;
import static dev.otters.oci.Samples.symbolicLink;
import static dev.otters.oci.Samples.tar;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.executor.ImagePin;
import dev.otters.executor.testkit.OrdinaryUser;
import dev.otters.oci.ChildJvm;
import dev.otters.oci.Digest;
import dev.otters.oci.Platform;
import dev.otters.oci.Samples;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.Origin;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Unpacks images once, again after changes, and never twice at a time. */
class UnpackedImagesTest extends UnpackTest {
  private static final byte[] TOOL = tar(file("bin/tool", "v1").withMode(0100755));

  private final List<String> phases = new ArrayList<>();

  private Path use(ImagePin image) {
    return images.folder(image, HERE, (_, _, _, phase) -> phases.add(phase));
  }

  private static Object inode(Path path) throws IOException {
    return Files.getAttribute(path, "unix:ino");
  }

  @Test
  void unpacksOnceAndUnderTheManifestsName() throws IOException {
    ImagePin image = image(TOOL);
    Path first = use(image);
    assertThat(phases).containsOnly("unpack");
    phases.clear();
    assertThat(use(image))
        .isEqualTo(first)
        .isEqualTo(cache.resolve(image.digest().hex() + "/root"));
    assertThat(phases).isEmpty();
    assertThat(entries()).containsExactly(image.digest().hex());
    assertThat(isWhole(image)).isTrue();
  }

  private boolean isWhole(ImagePin image) throws IOException {
    return new UnpackedTree(cache.toRealPath().resolve(image.digest().hex())).isWhole();
  }

  @Test
  void takesTheImageOfThePlatformFromAnIndexAndNoOther() {
    Platform foreign =
        new Platform("linux", HERE.architecture().equals("amd64") ? "arm64" : "amd64");
    ImagePin other = image(foreign, tar(file("other", "")));
    ImagePin ours = image(TOOL);
    try (Ingest ingest = store.ingest()) {
      var both =
          List.of(
              store.describe(other.digest()).orElseThrow().withPlatform(foreign),
              store.describe(ours.digest()).orElseThrow().withPlatform(HERE));
      var onlyOther = List.of(both.getFirst());
      var index = Samples.index(ingest, both, Map.of());
      var wrong = Samples.index(ingest, onlyOther, Map.of());
      ingest.commit();
      assertThat(use(new ImagePin("i", index.digest()))).isEqualTo(use(ours));
      assertThat(refusal(new ImagePin("w", wrong.digest()))).hasMessageContaining(foreign + "");
    }
    assertThat(refusal(other)).hasMessageContaining("it has " + foreign);
  }

  @Test
  void refusesAnImageThatIsNotThere() {
    ImagePin absent = new ImagePin("absent:1", Digest.of(new byte[] {1}));
    assertThat(refusal(absent)).hasMessageContaining("absent:1");
  }

  @Test
  void refusesALayerThatWasChangedInTheStore() throws IOException {
    ImagePin image = image(TOOL);
    Digest layer = layer(image);
    Files.write(store.path(layer), Samples.gzip(tar(file("bin/tool", "evil"))));
    assertThat(refusal(image)).hasMessageContaining("the stored file is sha256:");
    assertNothingLeft();
    Files.delete(store.path(layer));
    assertThat(refusal(image)).hasMessageContaining("not in the local store");
    assertNothingLeft();
  }

  private Digest layer(ImagePin image) {
    return store.manifest(image.digest()).references().getLast().digest();
  }

  @Test
  void refusesALayerWhoseContentIsNotTheConfigs() {
    ImagePin image;
    try (Ingest ingest = store.ingest()) {
      var config = ingest.put(dev.otters.oci.MediaTypes.IMAGE_CONFIG, config(Digest.of(TOOL)));
      var layer =
          ingest.put(dev.otters.oci.MediaTypes.TAR_GZIP, Samples.gzip(tar(file("x", "evil"))));
      var manifest = Samples.manifest(ingest, config, List.of(layer), Map.of());
      ingest.commit();
      image = new ImagePin("it:1", manifest.digest());
    }
    assertThat(refusal(image)).hasMessageContaining("its content is sha256:");
    assertNothingLeft();
  }

  private static byte[] config(Digest diffId) {
    return dev.otters.oci.json.JsonText.compact(
        Map.of(
            "os", HERE.os(),
            "architecture", HERE.architecture(),
            "rootfs", Map.of("type", "layers", "diff_ids", List.of(diffId.toString()))));
  }

  @Test
  void readsAPlainTarAndWhatFollowsItsEnd() {
    byte[] padded = java.util.Arrays.copyOf(TOOL, TOOL.length + (1 << 20));
    assertThat(use(image(padded)).resolve("bin/tool")).hasContent("v1");
  }

  @Test
  void refusesABombBehindTheEndOfATar() {
    byte[] bomb = java.util.Arrays.copyOf(TOOL, 80 << 20);
    assertThat(refusal(image(bomb))).hasMessageContaining("after the end of its tar");
    assertNothingLeft();
  }

  /**
   * An engine does not read a tar that is compressed twice, which could hide any size from the
   * limits.
   */
  @Test
  void refusesATarThatIsPackedTwice() {
    byte[] inner = new byte[4096];
    new java.util.Random(7).nextBytes(inner);
    byte[] tar = tar(file("bin/tool", HexFormat.of().formatHex(inner)));
    assertThat(refusal(image(Samples.gzip(tar)))).hasMessageContaining("is damaged");
    assertNothingLeft();
  }

  @Test
  void unpacksAnewWhatSomebodyChanged() throws IOException {
    ImagePin image = image(tar(file("a", "1"), symbolicLink("l", "a")));
    List<Damage> damages =
        List.of(
            root -> Files.writeString(root.resolve("a"), "2"),
            root -> Files.delete(root.resolve("a")),
            root -> Files.createFile(root.resolve("more")),
            root -> Files.move(root.resolve("a"), root.resolve("b")),
            root ->
                Files.setPosixFilePermissions(
                    root.resolve("a"), PosixFilePermissions.fromString("rwxrwxrwx")),
            root -> {
              FileTime before = Files.getLastModifiedTime(root.resolve("a"));
              Files.writeString(root.resolve("a"), "3");
              Files.setLastModifiedTime(root.resolve("a"), before);
            },
            root -> {
              Files.delete(root.resolve("l"));
              Files.createSymbolicLink(root.resolve("l"), Path.of("/etc/shadow"));
            },
            root -> Files.move(root, root.resolveSibling("elsewhere")),
            root -> Files.delete(root.resolveSibling("stamp")),
            root -> Files.writeString(root.resolveSibling("stamp"), "MARKS sha256:0\n"));
    for (Damage damage : damages) {
      Path root = use(image);
      damage.to(root);
      phases.clear();
      assertThat(use(image).resolve("a")).hasContent("1");
      assertThat(phases).isNotEmpty();
      assertThat(Files.readSymbolicLink(root.resolve("l"))).isEqualTo(Path.of("a"));
      assertThat(root).isDirectoryNotContaining("glob:**/{more,b}");
    }
  }

  /** A change to unpacked files. */
  private interface Damage {
    void to(Path root) throws IOException;
  }

  @Test
  void keepsWhatOnlyLooksChanged() throws IOException {
    ImagePin image = image(TOOL);
    Path tool = use(image).resolve("bin/tool");
    Object inode = inode(tool);
    Files.setLastModifiedTime(tool, FileTime.fromMillis(1));
    phases.clear();
    use(image);
    use(image);
    assertThat(phases).isEmpty();
    assertThat(inode(tool)).isEqualTo(inode);
  }

  @Test
  void noticesAtFullVerificationWhatMarksCannotShow() throws IOException {
    ImagePin image = image(TOOL);
    Path root = use(image);
    Files.writeString(root.resolve("bin/tool"), "v2");
    assertThat(isWhole(image)).isFalse();
    use(image);
    assertThat(isWhole(image)).isTrue();
  }

  @Test
  void leavesWhatIsDamagedToThoseWhoRunOnIt() throws IOException {
    ImagePin image = image(tar(file("a", "1"), file("b", "1")));
    Path root = use(image);
    try (var held = Files.newDirectoryStream(root)) {
      Files.delete(root.resolve("b"));
      use(image);
      assertThat(entries()).hasSize(2);
      assertThat(held).hasSize(1);
    }
    images.sweep();
    assertThat(entries()).containsExactly(image.digest().hex());
  }

  @Test
  void threadsUnpackOnce() throws Exception {
    ImagePin image = image(tar(file("a", "x".repeat(1_000_000))));
    List<String> seen = java.util.Collections.synchronizedList(new ArrayList<>());
    List<Callable<Path>> users = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      UnpackedImages own = new UnpackedImages(cache, store);
      users.add(() -> own.folder(image, HERE, (item, done, _, _) -> seen.add(item + done)));
    }
    try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Path> used : pool.invokeAll(users)) {
        assertThat(used.get().resolve("a")).exists();
      }
    }
    assertThat(seen).hasSize(2).doesNotHaveDuplicates();
    assertThat(entries()).containsExactly(image.digest().hex());
  }

  @Test
  void processesUnpackOnceAndAKilledOneLeavesOnlyWhatSweepRemoves() throws Exception {
    ImagePin image = image(tar(file("a", "x".repeat(1_000_000))));
    assertThat(child(image, "die").waitFor()).isEqualTo(7);
    assertThat(entries()).hasSize(1).allMatch(name -> name.startsWith(".new-"));
    List<Process> children = List.of(child(image, "live"), child(image, "live"));
    List<String> printed = new ArrayList<>();
    for (Process child : children) {
      printed.add(new String(child.getInputStream().readAllBytes(), UTF_8).strip());
      assertThat(child.waitFor()).isZero();
    }
    assertThat(printed).containsExactlyInAnyOrder("unpacked", "found");
    images.sweep();
    assertThat(entries()).containsExactly(image.digest().hex());
  }

  private Process child(ImagePin image, String how) throws IOException {
    return ChildJvm.start(Child.class, temp.toString(), image.digest().toString(), how);
  }

  /** Unpacks in a process of its own, or dies in the middle. */
  static final class Child {
    public static void main(String[] arguments) {
      Path temp = Path.of(arguments[0]);
      var images =
          new UnpackedImages(
              temp.resolve("cache/unpacked"),
              dev.otters.oci.store.OciStore.open(temp.resolve("store")));
      List<String> phases = new ArrayList<>();
      images.folder(
          new ImagePin("it:1", Digest.parse(arguments[1])),
          HERE,
          (_, done, _, phase) -> {
            phases.add(phase);
            if (arguments[2].equals("die") && done > 0) {
              Runtime.getRuntime().halt(7);
            }
          });
      System.out.println(phases.isEmpty() ? "found" : "unpacked");
    }
  }

  @Test
  void sweepsImagesThatTheStoreNoLongerHas() throws IOException {
    ImagePin kept = image(TOOL);
    ImagePin gone = image(tar(file("a", "1")));
    store.tag(
        dev.otters.oci.ImageReference.parse("kept:1"),
        store.describe(kept.digest()).orElseThrow(),
        Origin.BUILT);
    images.sweep();
    use(kept);
    use(gone);
    store.collect(List.of());
    images.sweep();
    assertThat(entries()).containsExactly(kept.digest().hex());
    assertThat(store.contains(gone.digest())).isFalse();
  }

  @Test
  void anotherUserReadsAllAndWritesNothing() throws Exception {
    assumeTrue(OrdinaryUser.isRoot(), "only root can become another user");
    Path shared = Path.of(System.getProperty("java.io.tmpdir")).toRealPath();
    for (Path path = temp.toRealPath(); !path.equals(shared); path = path.getParent()) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx--x--x"));
    }
    Path root = use(image(tar(file("d/secret", "1").withMode(0100600))));
    OrdinaryUser.run(
        () -> {
          assertThat(root.resolve("d/secret")).hasContent("1");
          assertThatThrownBy(() -> Files.writeString(root.resolve("d/secret"), "2"))
              .isInstanceOf(AccessDeniedException.class);
          assertThatThrownBy(() -> Files.createFile(root.resolve("d/more")))
              .isInstanceOf(AccessDeniedException.class);
        });
  }

  @Test
  void saysThatTheDiskIsFullAndLeavesNothing() throws Exception {
    assumeTrue(OrdinaryUser.isRoot(), "only root can mount");
    Path disk = Files.createDirectories(cache);
    run("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk.toString());
    try {
      ImagePin image = image(tar(file("a", "x".repeat(1_000_000))));
      assertThat(refusal(image)).hasMessage("cannot unpack the image it:1: the disk is full");
      assertNothingLeft();
      assertThat(use(image(TOOL)).resolve("bin/tool")).hasContent("v1");
    } finally {
      run("umount", disk.toString());
    }
  }

  private static void run(String... command) throws Exception {
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  @Test
  void saysWhichFolderCannotBeWritten() throws IOException {
    Files.createDirectories(cache.getParent());
    Files.writeString(cache, "a file");
    assertThat(refusal(image(TOOL)).remedy()).contains(cache.toString());
  }

  @Test
  void takesNoLinkForItsOwnFolder() throws IOException {
    ImagePin image = image(TOOL);
    Path entry = use(image).getParent();
    Path moved = temp.resolve("moved");
    Files.move(entry, moved, StandardCopyOption.ATOMIC_MOVE);
    Files.createSymbolicLink(entry, moved);
    assertThat(refusal(image)).hasMessageContaining("a symbolic link");
  }
}
