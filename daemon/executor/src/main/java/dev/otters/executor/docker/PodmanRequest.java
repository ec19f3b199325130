package dev.otters.executor.docker;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.LogConfig;
import com.github.dockerjava.api.model.LogConfig.LoggingType;
import com.github.dockerjava.api.model.Mount;
import com.github.dockerjava.api.model.Ulimit;
import dev.otters.executor.posix.Signals;
import dev.otters.oci.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A hardened request for a container in Podman's own format. Through Docker's call, Podman adds
 * variables and writable folders in memory, keeps the variables of the image, and looks for the
 * sources of mounts only at the start.
 */
record PodmanRequest(CreateContainerCmd request) {
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final long CPU_PERIOD = 100_000;

  /** Returns the body of the call. Podman ignores parts that are null. */
  String json() {
    HostConfig host = Objects.requireNonNull(request.getHostConfig());
    Map<String, Object> body = new HashMap<>();
    addProgram(body);
    addIsolation(body, host);
    body.put("shm_size", host.getShmSize());
    body.put("resource_limits", limits(host));
    body.put("r_limits", userLimits(host));
    body.put("log_configuration", log(host.getLogConfig()));
    body.put("mounts", mounts(host));
    return new String(JsonText.compact(body), StandardCharsets.UTF_8);
  }

  private void addProgram(Map<String, Object> body) {
    body.put("name", request.getName());
    body.put("image", request.getImage());
    body.put("hostname", request.getHostName());
    body.put("user", request.getUser());
    body.put("work_dir", request.getWorkingDir());
    body.put("entrypoint", request.getEntrypoint());
    body.put("command", List.of());
    body.put("env", environment());
    body.put("unsetenvall", true);
    body.put("labels", request.getLabels());
    body.put("healthconfig", Map.of("Test", List.of("NONE")));
    body.put("stop_signal", Signals.TERM);
    body.put("stdin", Boolean.TRUE.equals(request.isStdinOpen()));
    body.put("restart_policy", "no");
    body.put("systemd", "false");
  }

  private static void addIsolation(Map<String, Object> body, HostConfig host) {
    body.put("cap_drop", List.of("ALL"));
    body.put("no_new_privileges", true);
    body.put("read_only_filesystem", true);
    body.put("image_volume_mode", "ignore");
    body.put("init", true);
    body.put("ipcns", space("private"));
    body.put("cgroupns", space("private"));
    String network = String.valueOf(host.getNetworkMode());
    if (network.equals("none")) {
      body.put("netns", space(network));
    } else {
      body.put("netns", space("bridge"));
      body.put("networks", Map.of(network, Map.of()));
    }
  }

  private static Map<String, String> space(String mode) {
    return Map.of("nsmode", mode);
  }

  /** Returns the variables with a value. Podman unsets all others. */
  private Map<String, String> environment() {
    Map<String, String> variables = new HashMap<>();
    for (String variable : Objects.requireNonNullElse(request.getEnv(), new String[0])) {
      String key = ContainerRequest.key(variable);
      if (key.length() < variable.length()) {
        variables.put(key, variable.substring(key.length() + 1));
      }
    }
    return variables;
  }

  private static Map<String, Object> limits(HostConfig host) {
    Map<String, Object> limits = new HashMap<>();
    if (host.getMemory() != null && host.getMemorySwap() != null) {
      limits.put("memory", Map.of("limit", host.getMemory(), "swap", host.getMemorySwap()));
    }
    if (host.getNanoCPUs() != null) {
      long quota = host.getNanoCPUs() * CPU_PERIOD / NANOS_PER_SECOND;
      limits.put("cpu", Map.of("period", CPU_PERIOD, "quota", quota));
    }
    if (host.getPidsLimit() != null) {
      limits.put("pids", Map.of("limit", host.getPidsLimit()));
    }
    return limits;
  }

  private static List<Map<String, Object>> userLimits(HostConfig host) {
    return Arrays.stream(Objects.requireNonNullElse(host.getUlimits(), new Ulimit[0]))
        .map(
            limit ->
                Map.<String, Object>of(
                    "type",
                    limit.getName(),
                    "soft",
                    limit.getSoftLong(),
                    "hard",
                    limit.getHardLong()))
        .toList();
  }

  private static Map<String, Object> log(@Nullable LogConfig log) {
    LoggingType type = log == null ? null : log.getType();
    if (log == null || type == null || type.getType().equals("none")) {
      return Map.of("driver", "none");
    }
    Map<String, String> options = Objects.requireNonNullElse(log.getConfig(), Map.of());
    return Map.of("driver", "k8s-file", "options", options);
  }

  private static List<Map<String, Object>> mounts(HostConfig host) {
    return Objects.requireNonNullElse(host.getMounts(), List.<Mount>of()).stream()
        .map(PodmanRequest::mount)
        .toList();
  }

  private static Map<String, Object> mount(Mount mount) {
    String access = Boolean.TRUE.equals(mount.getReadOnly()) ? "ro" : "rw";
    return Map.of(
        "type", "bind",
        "source", mount.getSource(),
        "destination", mount.getTarget(),
        "options", List.of("rbind", "rprivate", access));
  }
}
