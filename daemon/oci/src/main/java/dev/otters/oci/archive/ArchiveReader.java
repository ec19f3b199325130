package dev.otters.oci.archive;

import dev.otters.oci.Annotations;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.Fix;
import dev.otters.oci.Fix.Operation;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.manifest.ImageIndex;
import dev.otters.oci.manifest.ManifestCodec;
import dev.otters.oci.store.Ingest;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Detects the format of a loaded file, and finds its images and names. */
final class ArchiveReader {
  private final Ingest ingest;
  private final String what;
  private final Optional<ImageReference> wanted;
  private final Progress progress;

  ArchiveReader(Ingest ingest, String what, Optional<ImageReference> wanted, Progress progress) {
    this.ingest = ingest;
    this.what = what;
    this.wanted = wanted;
    this.progress = progress;
  }

  List<LoadedImage> read(InputStream in) throws IOException {
    Packing packing = Packing.of(in, what);
    return named(
        packing.isJson()
            ? List.of(new JsonExport(ingest, what).read(packing.content()))
            : tar(packing.content()));
  }

  record Found(Descriptor root, List<ImageReference> names) {}

  private List<Found> tar(InputStream in) throws IOException {
    TarContent content = new TarContent(what, ingest, progress);
    content.read(in);
    List<Found> found = content.index().map(this::layout).orElse(List.of());
    boolean nameless = found.stream().allMatch(image -> image.names().isEmpty());
    if (nameless && content.dockerList().isPresent()) {
      return new DockerArchive(ingest, what, content).read(content.dockerList().get());
    }
    if (found.isEmpty()) {
      throw invalid(content.complaint(), "Save the images again.").with(new Fix(Operation.SAVE));
    }
    return found;
  }

  private List<Found> layout(byte[] index) {
    if (!(ManifestCodec.read(index, what) instanceof ImageIndex list)) {
      throw invalid("has an index.json that is not an index", "Save it again.");
    }
    return list.manifests().stream()
        .map(entry -> new Found(entry.withAnnotations(Map.of()), names(entry)))
        .toList();
  }

  /** Returns our own full name, or containerd's if ours is only a tag. */
  private static List<ImageReference> names(Descriptor entry) {
    Optional<String> own = Optional.ofNullable(entry.annotations().get(Annotations.REF_NAME));
    Optional<String> engine =
        Optional.ofNullable(entry.annotations().get(Annotations.CONTAINERD_NAME));
    return own.filter(text -> engine.isEmpty() || text.matches(".*[/:].*"))
        .or(() -> engine)
        .map(ImageReference::parse)
        .map(List::of)
        .orElse(List.of());
  }

  private List<LoadedImage> named(List<Found> found) {
    List<LoadedImage> images = new ArrayList<>();
    if (wanted.isPresent()) {
      Set<Digest> roots = found.stream().map(f -> f.root().digest()).collect(Collectors.toSet());
      if (roots.size() != 1) {
        throw invalid(
            "holds " + roots.size() + " images, which cannot all be named " + wanted.get(),
            "Leave the name out.");
      }
      return List.of(new LoadedImage(wanted.get(), found.getFirst().root()));
    }
    for (Found image : found) {
      if (image.names().isEmpty()) {
        throw invalid(
            "contains an image without a name", "Give it a name, or save it with its name.");
      }
      image.names().forEach(name -> images.add(new LoadedImage(name, image.root())));
    }
    return images;
  }

  private OciException invalid(String why, String remedy) {
    return new OciException(Reason.INVALID_IMAGE, what + " " + why, remedy);
  }
}
