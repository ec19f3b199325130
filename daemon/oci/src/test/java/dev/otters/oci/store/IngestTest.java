package dev.otters.oci.store;

import static dev.otters.oci.Samples.manifest;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
class IngestTest {
  private static final byte[] CONTENT = "content of a layer".getBytes(UTF_8);
  private static final Descriptor LAYER =
      new Descriptor(MediaTypes.OCTETS, Digest.of(CONTENT), CONTENT.length);

  @TempDir private Path folder;

  @Test
  void aCommitLeavesABlobAloneThatAnotherIngestIsFetching() throws Exception {
    OciStore store = OciStore.open(folder);
    try (Ingest first = store.ingest();
        Ingest second = store.ingest()) {
      try (FetchedBlob blob = first.fetch(LAYER).orElseThrow()) {
        blob.write(CONTENT, 0, CONTENT.length);
        blob.finish();
      }
      try (FetchedBlob blob = second.fetch(LAYER).orElseThrow()) {
        assertThat(blob.position()).isEqualTo(CONTENT.length);
        commit(first);
        blob.finish();
      }
      commit(second);
    }

    assertThat(store.contains(LAYER.digest())).isTrue();
    assertThat(store.layout().partials()).isEmptyDirectory();
  }

  @Test
  void anInterruptedFetchGoesOnAfterItsLastByte() throws Exception {
    OciStore store = OciStore.open(folder);
    try (Ingest ingest = store.ingest()) {
      try (FetchedBlob broken = ingest.fetch(LAYER).orElseThrow()) {
        broken.write(CONTENT, 0, 7);
      }
      try (FetchedBlob resumed = ingest.fetch(LAYER).orElseThrow()) {
        assertThat(resumed.position()).isEqualTo(7);
        resumed.write(CONTENT, 7, CONTENT.length - 7);
        resumed.finish();
      }

      assertThat(ingest.read(LAYER, 100)).isEqualTo(CONTENT);
    }
  }

  private static void commit(Ingest ingest) {
    Descriptor config = ingest.put(MediaTypes.OCTETS, "{}".getBytes(UTF_8));
    ingest.tag(
        ImageReference.parse("it:1"),
        manifest(ingest, config, List.of(LAYER), Map.of()),
        Origin.PULLED);
    ingest.commit();
  }
}
