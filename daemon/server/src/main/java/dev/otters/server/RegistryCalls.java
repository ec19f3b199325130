package dev.otters.server;

import dev.otters.agents.image.RemoteImages;
import dev.otters.agents.image.Transfers;
import dev.otters.api.image.RemoteImageView;
import dev.otters.api.image.TagList;
import dev.otters.api.image.Transfer;
import dev.otters.api.image.TransferList;
import dev.otters.credentials.HostCredentials;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import dev.otters.oci.registry.Registry;
import dev.otters.oci.registry.RegistryAccess;
import dev.otters.server.http.RegistryOperations;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Implements the operations on registries.
 *
 * @param registry the registry access of the daemon, which requests can override
 * @param transfers pulls, pushes and copies images
 */
record RegistryCalls(Registry registry, Transfers transfers) implements RegistryOperations {
  @Override
  public Platform platform() {
    return transfers.platform();
  }

  @Override
  public TransferList pull(Pull request, Caller caller, Progress progress) {
    Registry asked = as(caller, request.reference());
    List<Transfer> images = new ArrayList<>();
    Transfer image = transfers.pull(asked, request.reference(), request.platforms(), progress);
    images.add(image);
    if (request.all()) {
      images.addAll(transfers.pullParts(asked, image, request.platforms(), progress));
    }
    return new TransferList(images);
  }

  @Override
  public Transfer push(String reference, Caller caller, Progress progress) {
    return transfers.push(as(caller, reference), reference, progress);
  }

  @Override
  public Transfer copy(String from, String to, Caller caller, Progress progress) {
    return transfers.copy(as(caller, from, to), from, to, progress);
  }

  @Override
  public TagList tags(String repository, Caller caller) {
    return RemoteImages.tags(as(caller, repository), repository);
  }

  @Override
  public RemoteImageView inspect(String reference, Caller caller) {
    return RemoteImages.inspect(as(caller, reference), reference);
  }

  @Override
  public void login(Caller caller) {
    HostCredentials login = caller.credentials().getFirst();
    RegistryAccess access = registry.access();
    try {
      registry.with(caller.insecure() ? access.withInsecure(login.host()) : access).check(login);
    } catch (OciException e) {
      if (e.reason() != OciException.Reason.DENIED) {
        throw e;
      }
      throw new OciException(
          OciException.Reason.DENIED,
          "registry " + login.host() + " rejects this user and password",
          "Check both, then run 'otters login " + login.host() + "' again.",
          e);
    }
  }

  /** Returns the registry with the caller's credentials and hosts of plain HTTP. */
  private Registry as(Caller caller, String... references) {
    RegistryAccess access = registry.access().with(caller.credentials());
    if (caller.insecure()) {
      List<String> hosts =
          Stream.of(references)
              .map(ImageReference::parse)
              .map(ImageReference::host)
              .flatMap(Optional::stream)
              .toList();
      for (String host : hosts) {
        access = access.withInsecure(host);
      }
    }
    return registry.with(access);
  }
}
