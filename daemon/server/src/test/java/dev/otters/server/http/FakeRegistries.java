package dev.otters.server.http;

import dev.otters.api.image.RemoteImageView;
import dev.otters.api.image.TagList;
import dev.otters.api.image.Transfer;
import dev.otters.api.image.TransferList;
import dev.otters.oci.OciException;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Has every image but those of localhost, and keeps what it was asked. */
final class FakeRegistries implements RegistryOperations {
  static final Transfer MOVED = new Transfer("h:1/guide:1", "sha256:0", 7);

  final List<String> heard = new CopyOnWriteArrayList<>();

  /** Is done by every operation. */
  volatile Consumer<Progress> work = progress -> {};

  @Override
  public Platform platform() {
    return Platform.parse("linux/amd64");
  }

  @Override
  public TransferList pull(Pull request, Caller caller, Progress progress) {
    heard.add("pull " + request + " " + caller);
    work.accept(progress);
    return new TransferList(List.of(known(request.reference())));
  }

  @Override
  public Transfer push(String reference, Caller caller, Progress progress) {
    heard.add("push " + reference + " " + caller);
    work.accept(progress);
    return known(reference);
  }

  @Override
  public Transfer copy(String from, String to, Caller caller, Progress progress) {
    heard.add("copy " + from + " " + to + " " + caller);
    work.accept(progress);
    return known(to);
  }

  @Override
  public TagList tags(String repository, Caller caller) {
    heard.add("tags " + repository + " " + caller);
    work.accept(Progress.NONE);
    return new TagList(repository, List.of("1", known(repository).digest()));
  }

  @Override
  public RemoteImageView inspect(String reference, Caller caller) {
    heard.add("inspect " + reference + " " + caller);
    work.accept(Progress.NONE);
    return new RemoteImageView(
        known(reference).ref(), "sha256:0", "m", null, 7, List.of(), Map.of(), List.of(), Map.of());
  }

  @Override
  public void login(Caller caller) {
    heard.add("login " + caller);
    work.accept(Progress.NONE);
  }

  private static Transfer known(String reference) {
    if (reference.startsWith("localhost")) {
      throw new OciException(
          OciException.Reason.NOT_FOUND, "registry localhost has no " + reference, "Check it.");
    }
    return MOVED;
  }
}
