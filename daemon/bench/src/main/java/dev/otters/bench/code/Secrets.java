package dev.otters.bench.code;

import dev.otters.home.text.Redactor;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Hides twenty secrets in the result of a tool, which has none of them. */
@State(Scope.Benchmark)
public class Secrets {
  private static final int SECRETS = 20;
  private static final String LINE = "A line of output, with \"quotes\" and of some length.\n";

  /** Number of lines of output. */
  @Param({"100", "1000", "10000"})
  public int size;

  private Redactor redactor = new Redactor(List.of());
  private String output = "";

  /** Returns the bytes of a result of this size. */
  public static int bytes(int size) {
    return LINE.length() * size;
  }

  /** Creates the result. */
  @Setup
  public void prepare() {
    Collection<String> secrets =
        IntStream.range(0, SECRETS).mapToObj(i -> "sk-%032x".formatted(i * 7_919)).toList();
    redactor = new Redactor(secrets);
    output = LINE.repeat(size);
  }

  /** Hides them. */
  @Benchmark
  public String hide() {
    return redactor.redact(output);
  }
}
