package dev.otters.cli.client;

import dev.otters.api.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.EntityTemplate;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** Sends requests to one daemon. The only user of Apache's client. */
final class Http implements AutoCloseable {
  private final CloseableHttpClient client;
  private final HttpHost host;
  private final RequestConfig config;
  private final @Nullable String token;

  Http(Endpoint endpoint, @Nullable String token) {
    this.client =
        HttpClients.custom()
            .setUserAgent("otters")
            .disableAutomaticRetries()
            .disableRedirectHandling()
            .disableCookieManagement()
            .disableAuthCaching()
            .disableContentCompression()
            .build();
    this.token = token;
    RequestConfig.Builder plan = RequestConfig.custom().setResponseTimeout(Timeout.DISABLED);
    switch (endpoint) {
      case Endpoint.Unix(Path socket) -> {
        this.host = new HttpHost("http", "localhost", 80);
        plan.setUnixDomainSocket(socket);
      }
      case Endpoint.Tcp(String name, int port) -> this.host = new HttpHost("http", name, port);
    }
    this.config = plan.build();
  }

  /**
   * Sends a request and returns as soon as the head of the answer is there.
   *
   * @param wait how long that may take, null for as long as it takes
   */
  Answer send(
      String method,
      String path,
      Map<String, String> headers,
      Content content,
      @Nullable Duration wait)
      throws IOException {
    ClassicRequestBuilder request =
        ClassicRequestBuilder.create(method).setHttpHost(host).setPath(path);
    headers.forEach(request::addHeader);
    if (token != null) {
      request.addHeader("Authorization", "Bearer " + token);
    }
    switch (content) {
      case Content.None() -> {}
      case Content.Message(Object value) ->
          request.setEntity(new StringEntity(Json.write(value), ContentType.APPLICATION_JSON));
      case Content.Tar(Content.Writer writer) ->
          request.setEntity(new EntityTemplate(-1, TAR, null, writer::write));
    }
    HttpClientContext context = HttpClientContext.create();
    context.setRequestConfig(
        wait == null
            ? config
            : RequestConfig.copy(config).setResponseTimeout(Timeout.of(wait)).build());
    return new Answer(client.executeOpen(host, request.build(), context));
  }

  @Override
  public void close() {
    client.close(CloseMode.IMMEDIATE);
  }

  private static final ContentType TAR = ContentType.create("application/x-tar");

  /** Is the answer to a request; its body is read while it comes. */
  static final class Answer implements AutoCloseable {
    private final ClassicHttpResponse response;

    private Answer(ClassicHttpResponse response) {
      this.response = response;
    }

    int status() {
      return response.getCode();
    }

    InputStream body() throws IOException {
      HttpEntity entity = response.getEntity();
      return entity == null ? InputStream.nullInputStream() : entity.getContent();
    }

    String text() throws IOException {
      return new String(body().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
      response.close();
    }
  }
}
