package dev.otters.oci.archive;

import dev.otters.agentfile.Quoted;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.json.JsonView;
import dev.otters.oci.manifest.ImageConfig;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.manifest.ManifestCodec;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.tar.Compression;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.DigestInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Converts the output of {@code docker save} to OCI images. Configs and layers are unchanged. */
final class DockerArchive {
  private static final int LARGEST_CONFIG = 4 << 20;
  private static final int MOST_LAYERS = 500;
  private static final long LARGEST_LAYER = 64L << 30;
  private static final int BUFFER = 1 << 16;

  private final Ingest ingest;
  private final String what;
  private final TarContent content;

  DockerArchive(Ingest ingest, String what, TarContent content) {
    this.ingest = ingest;
    this.what = what;
    this.content = content;
  }

  List<ArchiveReader.Found> read(byte[] list) {
    List<ArchiveReader.Found> found = new ArrayList<>();
    for (JsonView image :
        JsonView.parseList(list, "manifest.json of " + what, Reason.INVALID_IMAGE)) {
      List<ImageReference> names =
          image.texts("RepoTags").stream().map(ImageReference::parse).toList();
      found.add(new ArchiveReader.Found(image(image), names));
    }
    if (found.isEmpty()) {
      throw invalid("lists no image in its manifest.json");
    }
    return found;
  }

  private Descriptor image(JsonView image) {
    Descriptor file = file(image.text("Config"));
    Descriptor config = new Descriptor(MediaTypes.IMAGE_CONFIG, file.digest(), file.size());
    List<Digest> diffIds = ImageConfig.read(ingest.read(config, LARGEST_CONFIG), what).diffIds();
    List<String> names = image.texts("Layers");
    if (names.size() != diffIds.size() || names.size() > MOST_LAYERS) {
      throw invalid(
          "does not list the layers of its config: %s instead of %s"
              .formatted(names.size(), diffIds.size()));
    }
    List<Descriptor> layers = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      layers.add(layer(file(names.get(i)), diffIds.get(i)));
    }
    ImageManifest manifest =
        new ImageManifest(MediaTypes.MANIFEST, Optional.empty(), config, layers, Map.of());
    return ingest.put(MediaTypes.MANIFEST, ManifestCodec.write(manifest));
  }

  private Descriptor file(String name) {
    return content
        .find(name)
        .orElseThrow(() -> invalid("is incomplete: it lacks its file " + Quoted.of(name)));
  }

  /** Checks that the layer matches the config. */
  private Descriptor layer(Descriptor file, Digest diffId) {
    if (file.digest().equals(diffId)) {
      return new Descriptor(MediaTypes.TAR, file.digest(), file.size());
    }
    try (BufferedInputStream packed = new BufferedInputStream(ingest.open(file.digest()), BUFFER)) {
      boolean zstd = Compression.of(packed) == Compression.ZSTD;
      if (digest(packed).equals(diffId)) {
        String type = zstd ? MediaTypes.TAR_ZSTD : MediaTypes.TAR_GZIP;
        return new Descriptor(type, file.digest(), file.size());
      }
    } catch (IOException e) {
      throw new OciException(Reason.DIGEST_MISMATCH, mismatch(file, diffId), "Save it again.", e);
    }
    throw new OciException(Reason.DIGEST_MISMATCH, mismatch(file, diffId), "Save it again.");
  }

  /** Returns the digest of the uncompressed content. */
  private Digest digest(InputStream packed) throws IOException {
    try (DigestInputStream plain =
        new DigestInputStream(Compression.unpacked(packed), Digest.sha256())) {
      drain(plain);
      return Digest.ofHash(plain.getMessageDigest().digest());
    }
  }

  private void drain(InputStream in) throws IOException {
    byte[] buffer = new byte[BUFFER];
    long count = 0;
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      count += n;
      if (count > LARGEST_LAYER) {
        throw invalid("has a layer of more than " + LARGEST_LAYER + " bytes");
      }
    }
  }

  private String mismatch(Descriptor file, Digest diffId) {
    return what + " holds " + file.digest() + ", but its config has the layer " + diffId;
  }

  private OciException invalid(String why) {
    return new OciException(Reason.INVALID_IMAGE, what + " " + why, "Save it again in full.");
  }
}
