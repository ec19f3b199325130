package dev.otters.cli.client;

import dev.otters.api.Json;
import dev.otters.api.session.MessageRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.ChunkedInputStream;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.io.entity.EntityTemplate;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.apache.hc.core5.http.message.MessageSupport;
import org.apache.hc.core5.http.protocol.DefaultHttpProcessor;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.http.protocol.HttpProcessor;
import org.apache.hc.core5.http.protocol.RequestContent;
import org.apache.hc.core5.http.protocol.RequestTargetHost;
import org.apache.hc.core5.http.protocol.RequestUserAgent;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to one daemon, each on its own connection. The only user of Apache's client, of
 * which it uses only connections: loading its pool, routes and cookies would take longer than the
 * exchange.
 */
final class Http {
  private static final ContentType TAR = ContentType.create("application/x-tar");

  /** The timeout for the answer to a request that could not be sent completely. */
  private static final Timeout REFUSAL = Timeout.ofSeconds(1);

  private static final HttpProcessor HEADERS =
      new DefaultHttpProcessor(
          new RequestTargetHost(), new RequestContent(), new RequestUserAgent("otters"));

  private final Endpoint endpoint;
  private final HttpHost host;
  private final Access access;

  Http(Endpoint endpoint, Access access) {
    this.endpoint = endpoint;
    this.access = access;
    this.host =
        endpoint instanceof Endpoint.Tcp(String name, int port)
            ? new HttpHost("http", name, port)
            : new HttpHost("http", "localhost", -1);
  }

  /**
   * Sends a request and returns when the head of the response has arrived.
   *
   * @param wait the timeout, null for none
   */
  Answer send(
      String method,
      String path,
      List<Map.Entry<String, String>> headers,
      Content content,
      @Nullable Duration wait)
      throws IOException {
    ClassicRequestBuilder request =
        ClassicRequestBuilder.create(method).setHttpHost(host).setPath(path);
    headers.forEach(header -> request.addHeader(header.getKey(), header.getValue()));
    if (access.token() != null) {
      request.addHeader("Authorization", "Bearer " + access.token());
    }
    if (content instanceof Content.Message(Object value)) {
      request.setEntity(
          value instanceof MessageRequest message && !message.files().isEmpty()
              ? new EntityTemplate(
                  -1, ContentType.APPLICATION_JSON, null, out -> Json.writeTo(out, value))
              : new StringEntity(Json.write(value), ContentType.APPLICATION_JSON));
    } else if (content instanceof Content.Tar(Content.Writer writer)) {
      request.setEntity(new EntityTemplate(-1, TAR, null, writer::write));
    } else if (content instanceof Content.Bytes(long length, Content.Writer writer)) {
      request.setEntity(
          new EntityTemplate(length, ContentType.APPLICATION_OCTET_STREAM, null, writer::write));
    }
    return exchange(request.build(), wait == null ? Timeout.DISABLED : Timeout.of(wait));
  }

  private Answer exchange(ClassicHttpRequest request, Timeout wait) throws IOException {
    DefaultBHttpClientConnection connection = new DefaultBHttpClientConnection(Http1Config.DEFAULT);
    try {
      connection.bind(connect());
      connection.setSocketTimeout(wait);
      HEADERS.process(request, request.getEntity(), HttpCoreContext.create());
      send(request, connection);
      return new Answer(connection, receive(request, connection));
    } catch (NoHttpResponseException e) {
      connection.close(CloseMode.IMMEDIATE);
      throw new IOException("the daemon closed it", e);
    } catch (HttpException e) {
      connection.close(CloseMode.IMMEDIATE);
      throw new IOException(e.getMessage(), e);
    } catch (IOException | RuntimeException e) {
      connection.close(CloseMode.IMMEDIATE);
      throw e;
    }
  }

  /**
   * Sends a request, or as much as the daemon reads: a daemon that refuses it answers early and
   * closes.
   */
  private static void send(ClassicHttpRequest request, DefaultBHttpClientConnection connection)
      throws IOException, HttpException {
    connection.sendRequestHeader(request);
    connection.flush();
    try {
      if (request.getEntity() != null) {
        connection.sendRequestEntity(request);
      }
      connection.flush();
    } catch (IOException e) {
      if (!isAnswered(connection)) {
        throw e;
      }
    }
  }

  private static boolean isAnswered(DefaultBHttpClientConnection connection) throws IOException {
    try {
      return connection.isDataAvailable(REFUSAL);
    } catch (SocketException e) {
      return false;
    }
  }

  private static ClassicHttpResponse receive(
      ClassicHttpRequest request, DefaultBHttpClientConnection connection)
      throws IOException, HttpException {
    ClassicHttpResponse response = connection.receiveResponseHeader();
    while (response.getCode() < HttpStatus.SC_SUCCESS) {
      response = connection.receiveResponseHeader();
    }
    if (MessageSupport.canResponseHaveBody(request.getMethod(), response)) {
      connection.receiveResponseEntity(response);
    }
    return response;
  }

  private Socket connect() throws IOException {
    if (endpoint instanceof Endpoint.Unix(Path socket)) {
      return UnixSocket.connect(socket, access.owner());
    }
    return connect(List.of(InetAddress.getAllByName(host.getHostName())));
  }

  /** Tries all addresses of a host, since the daemon may listen on only one. */
  private Socket connect(List<InetAddress> addresses) throws IOException {
    IOException failure = new UnknownHostException(host.getHostName());
    for (InetAddress address : addresses) {
      Socket socket = new Socket();
      try {
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(address, host.getPort()));
        return socket;
      } catch (IOException e) {
        socket.close();
        failure = e;
      }
    }
    throw failure;
  }

  /** A response whose body is read as it arrives. */
  record Answer(DefaultBHttpClientConnection connection, ClassicHttpResponse response)
      implements AutoCloseable {
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

    /** Returns the value of a trailer, once the body is read. */
    Optional<String> trailer(String name) throws IOException {
      return body() instanceof ChunkedInputStream chunks
          ? Arrays.stream(chunks.getFooters())
              .filter(header -> header.getName().equalsIgnoreCase(name))
              .map(Header::getValue)
              .findFirst()
          : Optional.empty();
    }

    @Override
    public void close() {
      connection.close(CloseMode.IMMEDIATE);
    }
  }
}
