package dev.otters.home.store;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Opens databases whose commits a test watches. */
public final class WatchedCommits {
  private WatchedCommits() {}

  /** A commit. */
  @FunctionalInterface
  public interface Commit {
    /** Commits. */
    void run() throws SQLException;
  }

  /** Something that is there when a commit happens. */
  @FunctionalInterface
  public interface Watcher {
    /** Called by the thread that writes, instead of a commit. What it throws is a failed commit. */
    void commit(Commit commit) throws SQLException;
  }

  /** Opens a database as {@link Database#open(Path)} does. */
  public static Database open(Path file, Watcher watcher) {
    return Database.open(file, Migration.all(), writing -> watched(writing, watcher));
  }

  private static Connection watched(Connection writing, Watcher watcher) {
    return (Connection)
        Proxy.newProxyInstance(
            WatchedCommits.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              Object made = call(writing, method, arguments);
              return made instanceof PreparedStatement statement
                      && arguments != null
                      && "COMMIT".equals(arguments[0])
                  ? watched(statement, watcher)
                  : made;
            });
  }

  private static PreparedStatement watched(PreparedStatement commit, Watcher watcher) {
    return (PreparedStatement)
        Proxy.newProxyInstance(
            WatchedCommits.class.getClassLoader(),
            new Class<?>[] {PreparedStatement.class},
            (proxy, method, arguments) -> {
              if (!method.getName().equals("execute")) {
                return call(commit, method, arguments);
              }
              watcher.commit(commit::execute);
              return false;
            });
  }

  private static @Nullable Object call(
      Object target, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }
}
