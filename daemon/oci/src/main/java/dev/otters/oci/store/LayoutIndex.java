package dev.otters.oci.store;

import dev.otters.oci.Annotations;
import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.json.JsonText;
import dev.otters.oci.json.JsonView;
import dev.otters.oci.manifest.DescriptorCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The {@code index.json} of a layout; fields and entries of other tools are kept as they are. */
final class LayoutIndex {
  private static final String STORED_AT = "io.openotters.store.stored-at";
  private static final String ORIGIN = "io.openotters.store.origin";

  private final Map<String, Object> document;
  private final List<Entry> entries;

  private LayoutIndex(Map<String, Object> document, List<Entry> entries) {
    this.document = document;
    this.entries = entries;
  }

  /** One entry as it stands in the file, and as we read it. */
  private record Entry(
      Map<String, Object> raw, Descriptor descriptor, Optional<ImageReference> reference) {}

  static LayoutIndex read(Path file) throws IOException {
    byte[] json;
    try {
      json = Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      return new LayoutIndex(new LinkedHashMap<>(), new ArrayList<>());
    }
    JsonView root = JsonView.parse(json, file.toString(), Reason.STORE);
    List<Entry> entries = new ArrayList<>();
    for (JsonView view : root.objects("manifests")) {
      Descriptor descriptor = DescriptorCodec.read(view);
      entries.add(new Entry(view.asMap(), descriptor, name(descriptor)));
    }
    return new LayoutIndex(root.asMap(), entries);
  }

  List<Descriptor> roots() {
    return entries.stream().map(Entry::descriptor).toList();
  }

  Optional<Descriptor> find(ImageReference reference) {
    return entries.stream()
        .filter(entry -> entry.reference.filter(reference::equals).isPresent())
        .findFirst()
        .map(entry -> entry.descriptor.withAnnotations(Map.of()));
  }

  List<StoredImage> images() {
    return entries.stream()
        .flatMap(entry -> entry.reference.map(ref -> image(ref, entry)).stream())
        .toList();
  }

  void put(ImageReference reference, Descriptor descriptor, Origin origin, Instant now) {
    remove(reference);
    Descriptor named =
        descriptor.withAnnotations(
            Map.of(
                Annotations.REF_NAME,
                reference.toString(),
                STORED_AT,
                now.toString(),
                ORIGIN,
                origin.name()));
    entries.add(new Entry(DescriptorCodec.write(named), named, Optional.of(reference)));
  }

  boolean remove(ImageReference reference) {
    return entries.removeIf(entry -> entry.reference.filter(reference::equals).isPresent());
  }

  byte[] write() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("schemaVersion", 2);
    fields.put("mediaType", MediaTypes.INDEX);
    fields.putAll(document);
    fields.put("manifests", entries.stream().map(Entry::raw).toList());
    return JsonText.indented(fields);
  }

  private static StoredImage image(ImageReference reference, Entry entry) {
    Map<String, String> notes = entry.descriptor.annotations();
    return new StoredImage(
        reference,
        entry.descriptor.withAnnotations(Map.of()),
        Optional.ofNullable(notes.get(STORED_AT)).flatMap(LayoutIndex::instant),
        Optional.ofNullable(notes.get(ORIGIN)).flatMap(LayoutIndex::origin));
  }

  private static Optional<ImageReference> name(Descriptor descriptor) {
    try {
      return Optional.ofNullable(descriptor.annotations().get(Annotations.REF_NAME))
          .map(ImageReference::parse);
    } catch (OciException foreignName) {
      return Optional.empty();
    }
  }

  private static Optional<Instant> instant(String text) {
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeException foreignTime) {
      return Optional.empty();
    }
  }

  private static Optional<Origin> origin(String text) {
    for (Origin origin : Origin.values()) {
      if (origin.name().equals(text)) {
        return Optional.of(origin);
      }
    }
    return Optional.empty();
  }
}
