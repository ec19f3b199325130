package dev.otters.server.http;

import dev.otters.agents.image.Builds;
import dev.otters.api.RemovalResult;
import dev.otters.api.bin.BinList;
import dev.otters.api.bin.BinView;
import dev.otters.api.image.BuildResult;
import dev.otters.api.image.ImageList;
import dev.otters.api.image.ImageView;
import dev.otters.credentials.HostCredentials;
import dev.otters.oci.OciException;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Has no image of either kind, and keeps what it was told and sent. */
final class FakeImages implements ImageOperations {
  final List<String> heard = new CopyOnWriteArrayList<>();

  /** Reads what a client sends. */
  volatile Receiver receiver = FakeImages::text;

  /** Reads what a client sends. */
  interface Receiver {
    String read(InputStream in) throws IOException;
  }

  final BinOperations bins =
      new BinOperations() {
        @Override
        public BuildResult build(
            Builds.BinRequest request, InputStream programs, Progress progress) {
          return received(request.toString(), programs);
        }

        @Override
        public BinList list() {
          return new BinList(List.of());
        }

        @Override
        public BinView inspect(String reference) {
          throw absent(reference);
        }

        @Override
        public RemovalResult remove(String reference, boolean force) {
          heard.add("remove bin " + reference + " " + force);
          return new RemovalResult(List.of(reference));
        }
      };

  private static String text(InputStream in) throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }

  private BuildResult received(String request, InputStream body) {
    try {
      heard.add(request + " <- " + receiver.read(body));
      return new BuildResult("guide:latest", "sha256:0", List.of("guide:latest"), 7, List.of());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static OciException absent(String reference) {
    return new OciException(OciException.Reason.NOT_FOUND, "no image " + reference, "Build it.");
  }

  @Override
  public BuildResult build(
      Builds.AgentRequest request,
      List<HostCredentials> credentials,
      InputStream context,
      Progress progress) {
    progress.update("Agentfile", 1, 2, "build");
    return received(request + " " + credentials.size(), context);
  }

  @Override
  public ImageList list() {
    return new ImageList(List.of());
  }

  @Override
  public ImageView inspect(String reference) {
    if (reference.equals("guide")) {
      return new ImageView(
          "guide", "sha256:0", List.of(), "agent", 7, null, Map.of(), List.of(), Map.of(), null);
    }
    throw absent(reference);
  }

  @Override
  public RemovalResult remove(String reference, boolean force) {
    heard.add("remove image " + reference + " " + force);
    return new RemovalResult(List.of(reference));
  }
}
