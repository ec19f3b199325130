package dev.otters.server.http;

import dev.otters.api.system.DiskUsage;
import dev.otters.api.system.DoctorView;
import dev.otters.api.system.Health;
import dev.otters.api.system.InfoView;
import dev.otters.api.system.VersionView;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/** The routes of the daemon itself. */
public final class SystemRoutes {
  private SystemRoutes() {}

  /**
   * Returns the routes.
   *
   * @param info returns the state of the daemon, also without an engine
   * @param doctor returns which requirements of a first run are met
   * @param disk returns the sizes of what is in the home
   */
  public static List<Endpoint> of(
      Supplier<InfoView> info,
      Supplier<DoctorView> doctor,
      Supplier<DiskUsage> disk,
      VersionView version) {
    return List.of(
        Endpoint.get(Gate.OPEN, request -> Reply.of(new Health(true))),
        Endpoint.get("/v1/info", request -> Reply.of(info.get())),
        Endpoint.get("/v1/doctor", request -> Reply.of(doctor.get())),
        Endpoint.get("/v1/system/df", request -> Reply.of(disk.get())),
        Endpoint.get("/v1/version", request -> Reply.of(version)),
        Endpoint.get(
            "/v1/openapi.json",
            request -> new Reply.Download("application/json", SystemRoutes::describe)));
  }

  private static void describe(OutputStream out) throws IOException {
    try (InputStream document = SystemRoutes.class.getResourceAsStream("openapi.json")) {
      Objects.requireNonNull(document).transferTo(out);
    }
  }
}
