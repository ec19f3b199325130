package dev.otters.server.http.audit;

import dev.otters.api.system.AuditEntry;
import dev.otters.api.system.AuditList;
import dev.otters.home.audit.AuditLog;
import dev.otters.server.http.Endpoint;
import dev.otters.server.http.Reply;
import java.util.List;

/** The route of the record of requests. */
public final class AuditRoutes {
  private static final int USUAL = 100;

  private AuditRoutes() {}

  /** Returns the routes. */
  public static List<Endpoint> of(AuditLog log) {
    return List.of(
        Endpoint.get(
            "/v1/audit",
            request ->
                Reply.of(
                    new AuditList(
                        log.newest(request.limit().orElse(USUAL)).stream()
                            .map(AuditRoutes::entry)
                            .toList()))));
  }

  private static AuditEntry entry(AuditLog.Entry row) {
    Integer status = row.status().isPresent() ? (int) row.status().getAsLong() : null;
    return new AuditEntry(
        row.at(),
        row.call().call(),
        row.call().target(),
        status,
        row.call().token(),
        row.call().peer(),
        row.count());
  }
}
