package dev.otters.git;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jgit.transport.http.HttpConnection;
import org.eclipse.jgit.transport.http.HttpConnectionFactory;
import org.eclipse.jgit.transport.http.JDKHttpConnection;
import org.jspecify.annotations.Nullable;

/**
 * The connections to one server, and to no other: a redirect to another host, port or protocol is
 * refused, so that credentials cannot leave the host of the URL. All of them together receive a
 * limited number of bytes.
 */
final class GuardedConnections implements HttpConnectionFactory {
  private static final String SERVICE = "application/x-git-upload-pack-";
  private static final String AUTHORIZATION = "Authorization";
  private static final String ACCEPT_ENCODING = "Accept-Encoding";

  private final Order order;
  private final Report report;
  private final AtomicLong left;

  GuardedConnections(Order order, Report report) {
    this.order = order;
    this.report = report;
    this.left = new AtomicLong(order.limits().transfer());
  }

  @Override
  public HttpConnection create(URL url) throws IOException {
    return create(url, Proxy.NO_PROXY);
  }

  @Override
  public HttpConnection create(URL url, @Nullable Proxy proxy) throws IOException {
    String origin = origin(URI.create(order.url().toString()));
    String wanted = origin(URI.create(url.toString()));
    if (!wanted.equals(origin)) {
      throw new Refusal(
          Refusal.Kind.FAILED, "the server redirects from " + origin + " to " + wanted);
    }
    return new Guarded(url, proxy == null ? Proxy.NO_PROXY : proxy);
  }

  private static String origin(URI url) {
    String scheme = url.getScheme().toLowerCase(Locale.ROOT);
    int usual = scheme.equals("https") ? 443 : 80;
    int port = url.getPort() == -1 ? usual : url.getPort();
    return scheme + "://" + url.getHost().toLowerCase(Locale.ROOT) + ":" + port;
  }

  /** One request. */
  private final class Guarded extends JDKHttpConnection {
    Guarded(URL url, Proxy proxy) throws IOException {
      super(url, proxy);
      if (!order.password().isEmpty()) {
        String pair = order.user() + ":" + order.password();
        byte[] bytes = pair.getBytes(StandardCharsets.UTF_8);
        super.setRequestProperty(
            AUTHORIZATION, "Basic " + Base64.getEncoder().encodeToString(bytes));
      }
    }

    /**
     * Ignores credentials that the library would make up after a challenge, and asks for no
     * compressed answers, whose true size nothing would limit.
     */
    @Override
    public void setRequestProperty(String key, String value) {
      if (!key.equalsIgnoreCase(AUTHORIZATION) && !key.equalsIgnoreCase(ACCEPT_ENCODING)) {
        super.setRequestProperty(key, value);
      }
    }

    /** Refuses what the library would ask for credentials, or read without its smart protocol. */
    @Override
    public int getResponseCode() throws IOException {
      int code = super.getResponseCode();
      if (getHeaderField("Content-Encoding") != null) {
        throw new Refusal(
            Refusal.Kind.FAILED, "the server compresses its answer, which was not asked for");
      }
      switch (code) {
        case HttpURLConnection.HTTP_UNAUTHORIZED, HttpURLConnection.HTTP_FORBIDDEN ->
            throw new Refusal(Refusal.Kind.DENIED, "the server answers " + code);
        case HttpURLConnection.HTTP_NOT_FOUND ->
            throw new Refusal(Refusal.Kind.MISSING, "the server has no such repository");
        case HttpURLConnection.HTTP_OK -> {
          if (!String.valueOf(getContentType()).startsWith(SERVICE)) {
            throw new Refusal(
                Refusal.Kind.FAILED, "the server does not speak git's smart HTTP protocol");
          }
        }
        default -> {}
      }
      return code;
    }

    @Override
    public InputStream getInputStream() throws IOException {
      return new Counted(super.getInputStream());
    }
  }

  /** Counts the bytes of all connections. */
  private final class Counted extends FilterInputStream {
    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int one = super.read();
      count(one < 0 ? 0 : 1);
      return one;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
      int count = super.read(to, offset, length);
      count(Math.max(count, 0));
      return count;
    }

    private void count(int bytes) throws IOException {
      report.received(bytes);
      if (left.addAndGet(-bytes) < 0) {
        throw Survey.tooLarge("the server sends more than", order.limits().transfer());
      }
    }
  }
}
