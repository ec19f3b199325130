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
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The {@code index.json} of a layout. Fields and entries of other tools are preserved. */
final class LayoutIndex {
  private static final String STORED_AT = "io.openotters.store.stored-at";
  private static final String ORIGIN = "io.openotters.store.origin";
  private static final String SOURCE = "io.openotters.store.source";

  private final Map<String, Object> document;
  private final List<Entry> entries;

  private LayoutIndex(Map<String, Object> document, List<Entry> entries) {
    this.document = document;
    this.entries = entries;
  }

  private record Entry(
      Map<String, Object> raw, Descriptor descriptor, Optional<ImageReference> reference) {
    @Nullable String note(String key) {
      return descriptor.annotations().get(key);
    }
  }

  static LayoutIndex empty() {
    return new LayoutIndex(new LinkedHashMap<>(), new ArrayList<>());
  }

  static LayoutIndex read(Path file) throws IOException {
    byte[] json;
    try {
      // Reading a pipe would block.
      if (!Files.readAttributes(file, BasicFileAttributes.class).isRegularFile()) {
        throw noFile(file);
      }
      json = Files.readAllBytes(file);
    } catch (NoSuchFileException _) {
      return empty();
    } catch (FileSystemException e) {
      if (Files.isSymbolicLink(file)) {
        throw noFile(file);
      }
      throw e;
    }
    JsonView root = JsonView.parse(json, file.toString(), Reason.STORE);
    List<Entry> entries = new ArrayList<>();
    for (JsonView view : root.objects("manifests")) {
      Descriptor descriptor = DescriptorCodec.read(view);
      entries.add(new Entry(view.asMap(), descriptor, name(descriptor)));
    }
    return new LayoutIndex(root.asMap(), entries);
  }

  private static OciException noFile(Path file) {
    return new OciException(Reason.STORE, file + " is not a valid list of images", "Remove it.");
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
    Map<String, String> notes = new LinkedHashMap<>();
    notes.put(Annotations.REF_NAME, reference.toString());
    notes.put(STORED_AT, now.toString());
    notes.put(ORIGIN, origin.name());
    source(reference, descriptor, origin).ifPresent(text -> notes.put(SOURCE, text));
    remove(reference);
    add(descriptor.withAnnotations(notes), Optional.of(reference));
  }

  /** Pulled content can be pulled again by the same reference, whatever its tag is now. */
  private Optional<String> source(ImageReference reference, Descriptor descriptor, Origin origin) {
    return origin == Origin.PULLED
        ? Optional.of(reference.toString())
        : entries.stream()
            .filter(entry -> entry.descriptor.digest().equals(descriptor.digest()))
            .flatMap(entry -> Optional.ofNullable(entry.note(SOURCE)).stream())
            .findFirst();
  }

  private void add(Descriptor named, Optional<ImageReference> reference) {
    entries.add(new Entry(DescriptorCodec.write(named), named, reference));
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
    return new StoredImage(
        reference,
        entry.descriptor.withAnnotations(Map.of()),
        Optional.ofNullable(entry.note(STORED_AT)).flatMap(LayoutIndex::instant),
        Optional.ofNullable(entry.note(ORIGIN)).flatMap(LayoutIndex::origin),
        Optional.ofNullable(entry.note(SOURCE)).flatMap(LayoutIndex::parsed));
  }

  private static Optional<ImageReference> name(Descriptor descriptor) {
    return Optional.ofNullable(descriptor.annotations().get(Annotations.REF_NAME))
        .flatMap(LayoutIndex::parsed);
  }

  private static Optional<ImageReference> parsed(String text) {
    try {
      return Optional.of(ImageReference.parse(text));
    } catch (OciException _) {
      return Optional.empty();
    }
  }

  private static Optional<Instant> instant(String text) {
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeException _) {
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
