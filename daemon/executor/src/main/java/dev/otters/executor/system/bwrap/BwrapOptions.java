package dev.otters.executor.system.bwrap;

import dev.otters.executor.SandboxBaseline;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.mounts.Bind;
import dev.otters.executor.system.machine.Launcher;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The options for bubblewrap, in its order: later ones cover earlier ones. */
public final class BwrapOptions {
  private static final List<String> MASKED_FILES =
      List.of(
          "interrupts",
          "kcore",
          "keys",
          "latency_stats",
          "sched_debug",
          "sysrq-trigger",
          "timer_list",
          "timer_stats");
  private static final List<String> MASKED_FOLDERS =
      List.of("acpi", "asound", "bus", "fs", "irq", "scsi");
  private static final List<String> SHOWN_OF_SYS =
      List.of(
          "/sys/devices/system/cpu",
          "/sys/devices/system/node",
          "/sys/kernel/mm/transparent_hugepage");

  /**
   * The surroundings of a sandbox's program.
   *
   * @param variables all variables
   * @param folder the working folder
   */
  public record Program(Map<String, String> variables, String folder) {
    /** The surroundings of an agent's runtime. */
    public static final Program RUNTIME = new Program(SandboxBaseline.environment(), "/");
  }

  private final List<String> options = new ArrayList<>();

  private BwrapOptions() {}

  /**
   * Returns the options, each followed by a NUL, as bubblewrap reads them from a file.
   *
   * @param program the surroundings of the program
   * @param layout the root file system
   * @param binds all further binds, outer ones first
   * @param cgroups the sandbox's cgroups by their paths in the sandbox
   * @param source returns the path at which bubblewrap finds the source of a bind
   */
  public static byte[] of(
      Program program,
      SandboxSpec spec,
      RootLayout layout,
      List<Bind> binds,
      Map<String, Path> cgroups,
      Bind empty,
      Function<Bind, Path> source) {
    BwrapOptions all = new BwrapOptions();
    all.namespaces(spec, program.variables());
    all.root(layout, source);
    all.kernel(spec, cgroups, source.apply(empty));
    binds.forEach(bind -> all.bind(bind, source));
    all.add("--remount-ro", "/");
    all.add("--chdir", program.folder());
    return all.options.stream()
        .map(option -> option + "\0")
        .collect(Collectors.joining())
        .getBytes(StandardCharsets.UTF_8);
  }

  private void add(String... words) {
    options.addAll(List.of(words));
  }

  private void namespaces(SandboxSpec spec, Map<String, String> variables) {
    options.addAll(Launcher.ISOLATION);
    add("--uid", "" + spec.user().uid(), "--gid", "" + spec.user().gid());
    add("--seccomp", "6");
    add("--json-status-fd", "7", "--block-fd", "8", "--clearenv");
    add("--hostname", SandboxBaseline.hostName(spec));
    variables.forEach((name, value) -> add("--setenv", name, value));
  }

  private void root(RootLayout layout, Function<Bind, Path> source) {
    layout.folders().forEach(folder -> add("--perms", "0755", "--dir", folder));
    layout.links().forEach((at, to) -> add("--symlink", to, at));
    layout.binds().forEach(bind -> bind(bind, source));
  }

  private void bind(Bind bind, Function<Bind, Path> source) {
    String kind = bind.readOnly() ? "--ro-bind" : "--bind";
    add(kind, source.apply(bind).toString(), bind.target());
  }

  private void kernel(SandboxSpec spec, Map<String, Path> cgroups, Path empty) {
    add("--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys");
    for (String file : MASKED_FILES) {
      if (Files.exists(Path.of("/proc", file))) {
        add("--ro-bind", empty.toString(), "/proc/" + file);
      }
    }
    MASKED_FOLDERS.stream().filter(f -> Files.exists(Path.of("/proc", f))).forEach(this::mask);
    add("--dev", "/dev", "--perms", "1777", "--size", "" + spec.limits().shmBytes());
    add("--tmpfs", "/dev/shm", "--remount-ro", "/dev");
    add("--perms", "0755", "--tmpfs", "/sys");
    SHOWN_OF_SYS.stream()
        .filter(shown -> Files.exists(Path.of(shown)))
        .forEach(shown -> add("--ro-bind", shown, shown));
    cgroups.forEach((at, group) -> add("--ro-bind", group.toString(), at));
    add("--remount-ro", "/sys");
  }

  private void mask(String folder) {
    add("--perms", "0555", "--tmpfs", "/proc/" + folder, "--remount-ro", "/proc/" + folder);
  }
}
