package dev.otters.server.http;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.model.ModelList;
import dev.otters.api.model.ModelSummary;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** Has one model, and keeps what it was told and sent. */
final class FakeModels implements ModelOperations {
  final List<String> heard = new CopyOnWriteArrayList<>();
  final CountDownLatch pulling = new CountDownLatch(1);
  final CountDownLatch stopped = new CountDownLatch(1);

  private static ModelSummary summary(String name) {
    return new ModelSummary(name, "local", null, 7, "MIT", 512, "installed", true, "sha256:0");
  }

  @Override
  public ModelList list(boolean verify) {
    heard.add("list " + verify);
    return new ModelList(List.of(summary("tiny")), List.of("bob is away"));
  }

  @Override
  public ModelSummary pull(String name, Optional<String> source, Progress progress)
      throws InterruptedException {
    heard.add("pull " + name + " " + source);
    if (name.equals("endless")) {
      pulling.countDown();
      try {
        new CountDownLatch(1).await();
      } finally {
        stopped.countDown();
      }
    }
    return summary(name);
  }

  @Override
  public ModelSummary add(Addition addition, InputStream content, Progress progress) {
    try {
      heard.add(addition + " <- " + content.readAllBytes().length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return summary(addition.name());
  }

  @Override
  public void remove(String name, boolean force) {
    if (!force) {
      throw ApiException.of(ErrorCode.CONFLICT, "it is used", null);
    }
    heard.add("remove " + name);
  }
}
