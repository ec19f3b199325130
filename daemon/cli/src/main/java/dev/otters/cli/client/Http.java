package dev.otters.cli.client;

import dev.otters.api.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
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
final class Http {
  private final HttpHost host;
  private final RequestConfig config;
  private final @Nullable String token;

  Http(Endpoint endpoint, @Nullable String token) {
    this.token = token;
    RequestConfig.Builder plan = RequestConfig.custom().setResponseTimeout(Timeout.DISABLED);
    if (endpoint instanceof Endpoint.Tcp(String name, int port)) {
      this.host = new HttpHost("http", name, port);
    } else {
      this.host = new HttpHost("http", "localhost", 80);
      plan.setUnixDomainSocket(((Endpoint.Unix) endpoint).socket());
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
    if (content instanceof Content.Message(Object value)) {
      request.setEntity(new StringEntity(Json.write(value), ContentType.APPLICATION_JSON));
    } else if (content instanceof Content.Tar(Content.Writer writer)) {
      request.setEntity(new EntityTemplate(-1, TAR, null, writer::write));
    } else if (content instanceof Content.Bytes(long length, Content.Writer writer)) {
      request.setEntity(
          new EntityTemplate(length, ContentType.APPLICATION_OCTET_STREAM, null, writer::write));
    }
    HttpClientContext context = HttpClientContext.create();
    context.setRequestConfig(
        wait == null
            ? config
            : RequestConfig.copy(config).setResponseTimeout(Timeout.of(wait)).build());
    CloseableHttpClient client = client();
    try {
      return new Answer(client, client.executeOpen(host, request.build(), context));
    } catch (IOException | RuntimeException e) {
      client.close(CloseMode.IMMEDIATE);
      throw e;
    }
  }

  /**
   * Makes a client with one connection and without TLS, whose certificates would take longer to
   * load than anything else.
   */
  private static CloseableHttpClient client() {
    return HttpClients.custom()
        .setConnectionManager(
            PoolingHttpClientConnectionManagerBuilder.create()
                .setTlsSocketStrategy((socket, target, port, attachment, context) -> refuseTls())
                .build())
        .setUserAgent("otters")
        .disableAutomaticRetries()
        .disableRedirectHandling()
        .disableCookieManagement()
        .disableAuthCaching()
        .disableContentCompression()
        .build();
  }

  private static SSLSocket refuseTls() throws IOException {
    throw new IOException("the daemon speaks no TLS");
  }

  private static final ContentType TAR = ContentType.create("application/x-tar");

  /** Is the answer to a request; its body is read while it comes. */
  static final class Answer implements AutoCloseable {
    private final CloseableHttpClient client;
    private final ClassicHttpResponse response;

    private Answer(CloseableHttpClient client, ClassicHttpResponse response) {
      this.client = client;
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
    public void close() {
      client.close(CloseMode.IMMEDIATE);
    }
  }
}
