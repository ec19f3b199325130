package dev.otters.oci.bin;

import dev.otters.oci.Annotations;
import dev.otters.oci.Digest;
import dev.otters.oci.Platform;
import dev.otters.oci.json.JsonText;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The container config of a BIN image: the fields that engines need, and the annotations as labels.
 */
final class ToolConfig {
  private ToolConfig() {}

  static byte[] write(
      Platform platform,
      List<Digest> diffIds,
      String name,
      Map<String, String> annotations,
      Optional<Instant> created) {
    Map<String, String> labels = new TreeMap<>(annotations);
    labels.remove(Annotations.CREATED);
    Map<String, Object> run = new LinkedHashMap<>();
    run.put("Entrypoint", List.of("/" + name));
    run.put("WorkingDir", "/");
    run.put("Labels", labels);
    Map<String, Object> rootfs = new LinkedHashMap<>();
    rootfs.put("type", "layers");
    rootfs.put("diff_ids", diffIds.stream().map(Digest::toString).toList());
    Map<String, Object> config = new LinkedHashMap<>();
    created.ifPresent(time -> config.put("created", time.toString()));
    config.put("architecture", platform.architecture());
    platform.variant().ifPresent(variant -> config.put("variant", variant));
    config.put("os", platform.os());
    config.put("config", run);
    config.put("rootfs", rootfs);
    return JsonText.compact(config);
  }
}
