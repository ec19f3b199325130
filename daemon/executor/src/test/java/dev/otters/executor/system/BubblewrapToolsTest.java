package dev.otters.executor.system;

import dev.otters.executor.BinMounts;
import dev.otters.executor.Executor;
import dev.otters.executor.testkit.TestImages;
import dev.otters.executor.testkit.ToolsContract;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;

@Tag("bubblewrap")
class BubblewrapToolsTest extends ToolsContract {
  @Override
  protected Executor open() throws IOException {
    return SystemFixture.open(home, temp);
  }

  @Override
  protected TestImages images() {
    return SystemFixture.IMAGES;
  }

  @Override
  protected List<BinMounts> ways() {
    return List.of(BinMounts.AUTO);
  }
}
