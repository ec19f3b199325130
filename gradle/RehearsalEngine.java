import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A container engine for rehearsals only: it takes images and containers, and starts none. So the
 * daemon meets most kinds of answers on a machine that has no engine. {@code java
 * RehearsalEngine.java SOCKET} serves until it is killed.
 */
final class RehearsalEngine {
  private static final Pattern IMAGE = Pattern.compile(".*/images/(.+)/json");
  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");
  private static final Pattern NAME = Pattern.compile("otters\\.local/[^\"]*:([0-9a-f]{64})");
  private static final Pattern MANIFEST =
      Pattern.compile("\"manifests\":\\[\\{[^]]*?\"digest\":\"sha256:([0-9a-f]{64})");
  private static final Pattern LABELS = Pattern.compile("\"Labels\":(\\{[^}]*})");
  private static final String ID = "0123456789abcdef".repeat(4);
  private static final String VERSION =
      """
      {"Platform": {"Name": ""}, "Version": "28.0.0", "ApiVersion": "1.48", "MinAPIVersion": "1.24",
       "Os": "linux", "Arch": "ARCH", "KernelVersion": "6.1", "GoVersion": "go1.24",
       "Components": [{"Name": "Engine", "Version": "28.0.0", "Details": {"Os": "linux"}},
         {"Name": "runc", "Version": "1.2.4", "Details": {"GitCommit": ""}},
         {"Name": "docker-init", "Version": "0.19.0", "Details": {"GitCommit": ""}}]}
      """;
  private static final String INFO =
      """
      {"ID": "rehearsal", "OSType": "linux", "OperatingSystem": "none", "NCPU": 1, "Containers": 0,
       "MemTotal": 1073741824, "MemoryLimit": true, "SwapLimit": true, "CpuCfsPeriod": true,
       "CpuCfsQuota": true, "PidsLimit": true, "SecurityOptions": ["name=seccomp,profile=builtin"],
       "DriverStatus": [["driver-type", "io.containerd.snapshotter.v1"]], "Labels": [],
       "Plugins": {"Volume": ["local"], "Network": ["bridge"], "Log": ["json-file"]},
       "RegistryConfig": {"IndexConfigs": {"docker.io": {"Mirrors": [], "Name": "docker.io",
         "Official": true, "Secure": true}}, "InsecureRegistryCIDRs": ["127.0.0.0/8"]},
       "Swarm": {"NodeID": "", "LocalNodeState": "inactive"}, "Warnings": null}
      """;
  private static final String ENDED =
      """
      {"Id": "ID", "Created": "2026-01-01T00:00:00Z", "Name": "/rehearsal", "Image": "sha256:0",
       "Path": "/opt/runtime/bin/runtime", "Args": [], "RestartCount": 0, "Driver": "overlayfs",
       "State": {"Status": "exited", "Running": false, "OOMKilled": false, "Dead": false, "Pid": 0,
         "ExitCode": 1, "Error": "", "StartedAt": "2026-01-01T00:00:00Z",
         "FinishedAt": "2026-01-01T00:00:01Z"},
       "HostConfig": {"Binds": null, "NetworkMode": "none", "Memory": 1, "ReadonlyRootfs": true,
         "LogConfig": {"Type": "json-file", "Config": {}}, "CapDrop": ["ALL"],
         "Ulimits": [{"Name": "nofile", "Hard": 1, "Soft": 1}],
         "Mounts": [{"Type": "bind", "Source": "/a", "Target": "/b", "ReadOnly": true}]},
       "Mounts": [{"Type": "bind", "Source": "/a", "Destination": "/b", "Mode": "", "RW": false,
         "Propagation": "rprivate"}],
       "Config": {"Hostname": "rehearsal", "User": "1:1", "Env": [], "Labels": LABELS},
       "NetworkSettings": {"Bridge": "", "Ports": {}, "Networks": {}}}
      """;

  /** Ids of images by the digests in their names. */
  private final Map<String, String> images = new ConcurrentHashMap<>();

  private volatile boolean created;
  private volatile String labels = "{}";

  private RehearsalEngine() {}

  public static void main(String[] words) throws IOException {
    RehearsalEngine engine = new RehearsalEngine();
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(Path.of(words[0])));
      while (true) {
        SocketChannel connection = server.accept();
        Thread.ofVirtual().start(() -> engine.serve(connection));
      }
    }
  }

  private void serve(SocketChannel connection) {
    try (connection) {
      InputStream in = Channels.newInputStream(connection);
      OutputStream out = Channels.newOutputStream(connection);
      String[] words = line(in).split(" ", -1);
      String body = body(in);
      String path = words[1].replaceFirst("\\?.*", "");
      if (path.endsWith("/events")) {
        head(out, "200 OK", "application/json", "Transfer-Encoding: chunked");
        in.read();
      } else {
        if (path.endsWith("/containers/create") && !words[1].contains("check")) {
          Matcher found = LABELS.matcher(body);
          created = found.find();
          labels = created ? found.group(1) : "{}";
        } else if (path.endsWith("/images/load")) {
          load(body);
        }
        answer(out, words[0], path);
      }
    } catch (IOException e) {
      System.err.println("rehearsal engine: " + e);
    }
  }

  private void answer(OutputStream out, String method, String path) throws IOException {
    Matcher image = IMAGE.matcher(path);
    if (path.endsWith("/version")) {
      boolean arm = System.getProperty("os.arch").equals("aarch64");
      json(out, "200 OK", VERSION.replace("ARCH", arm ? "arm64" : "amd64"));
    } else if (path.endsWith("/_ping")) {
      head(out, "200 OK", "text/plain", "Content-Length: 0");
    } else if (path.endsWith("/info")) {
      json(out, "200 OK", INFO);
    } else if (image.matches()) {
      Matcher digest = DIGEST.matcher(image.group(1));
      String id = digest.find() ? images.get(digest.group()) : null;
      json(out, id == null ? "404 Not Found" : "200 OK", id == null ? missing() : image(id));
    } else if (path.endsWith("/images/load")) {
      json(out, "200 OK", "{\"stream\": \"Loaded image\"}");
    } else if (path.endsWith("/containers/json")) {
      json(out, "200 OK", "[]");
    } else if (path.endsWith("/containers/create")) {
      json(out, "201 Created", "{\"Id\": \"" + ID + "\", \"Warnings\": []}");
    } else if (method.equals("DELETE")) {
      created = false;
      head(out, "204 No Content", "application/json", "Content-Length: 0");
    } else if (method.equals("GET")) {
      json(
          out,
          created ? "200 OK" : "404 Not Found",
          created ? ENDED.replace("\"ID", "\"" + ID).replace("LABELS", labels) : missing());
    } else if (path.endsWith("/start")) {
      json(out, "500 Internal Server Error", "{\"message\": \"nothing runs here\"}");
    } else {
      head(out, "204 No Content", "application/json", "Content-Length: 0");
    }
  }

  private void load(String archive) {
    Matcher name = NAME.matcher(archive);
    Matcher manifest = MANIFEST.matcher(archive);
    if (name.find() && manifest.find()) {
      images.put(name.group(1), manifest.group(1));
    }
  }

  private static String image(String digest) {
    return """
    {"Id": "sha256:%s", "RepoTags": [], "Architecture": "amd64", "Os": "linux", "Size": 1,
     "Config": {"Env": ["PATH=/bin"], "Entrypoint": ["/opt/runtime/bin/runtime"], "Labels": {}},
     "RootFS": {"Type": "layers", "Layers": ["sha256:%s"]}}
    """
        .formatted(digest, digest);
  }

  private static String missing() {
    return "{\"message\": \"there is none\"}";
  }

  private static void json(OutputStream out, String status, String json) throws IOException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    head(out, status, "application/json", "Content-Length: " + bytes.length);
    out.write(bytes);
  }

  private static void head(OutputStream out, String status, String type, String more)
      throws IOException {
    String head = "HTTP/1.1 %s\r\nContent-Type: %s\r\nConnection: close\r\n%s\r\n\r\n";
    out.write(head.formatted(status, type, more).getBytes(StandardCharsets.UTF_8));
  }

  /** Reads the rest of a request's head, and returns its body, a byte a character. */
  private static String body(InputStream in) throws IOException {
    int length = 0;
    boolean chunked = false;
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      String lower = header.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) {
        length = Integer.parseInt(lower.substring(15).strip());
      }
      chunked |= lower.startsWith("transfer-encoding:");
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.write(in.readNBytes(length));
    while (chunked) {
      byte[] chunk = in.readNBytes(Integer.parseInt(line(in), 16));
      body.write(chunk);
      line(in);
      chunked = chunk.length > 0;
    }
    return body.toString(StandardCharsets.ISO_8859_1);
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n' && b >= 0; b = in.read()) {
      line.write(b);
    }
    return line.toString(StandardCharsets.UTF_8).strip();
  }
}
