package dev.otters.server.http;

import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs each request. Omits its query, headers and body, which may contain secrets. */
final class RequestLog implements Filter {
  private static final Logger LOGGER = LoggerFactory.getLogger(RequestLog.class);

  @Override
  public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
    long begin = System.nanoTime();
    try {
      chain.proceed();
    } finally {
      LOGGER
          .atDebug()
          .addKeyValue("method", request.prologue().method().text())
          .addKeyValue("path", request.path().path())
          .addKeyValue("status", response.status().code())
          .addKeyValue("millis", Duration.ofNanos(System.nanoTime() - begin).toMillis())
          .log("Answered");
    }
  }
}
