package dev.otters.oci.registry.client;

import dev.otters.http.HttpAnswer;
import dev.otters.http.HttpBody;
import dev.otters.http.HttpSink;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.function.LongConsumer;

/**
 * A blob that is streamed from one registry to another. Its last bytes are sent only if its digest
 * matches, so that the target never gets a wrong blob.
 *
 * @param source opens the blob at its first byte, once per attempt
 */
record PassedOn(Descriptor blob, Opener source, Failing failing, LongConsumer progress)
    implements HttpBody {
  private static final int BUFFER = 256 << 10;

  /** Opens the source. */
  @FunctionalInterface
  interface Opener {
    HttpAnswer open() throws IOException;
  }

  /** Creates the error for wrong content. */
  @FunctionalInterface
  interface Failing {
    /** Returns the error. */
    RuntimeException because(String why);
  }

  @Override
  public long length() {
    return blob.size();
  }

  @Override
  public void writeTo(HttpSink sink) throws IOException {
    try (HttpAnswer answer = source.open()) {
      if (answer.status() != 200) {
        throw new IOException("the source returned status " + answer.status());
      }
      pass(answer.stream(), sink);
    }
  }

  private void pass(InputStream in, HttpSink sink) throws IOException {
    MessageDigest hash = Digest.sha256();
    byte[] buffer = new byte[BUFFER];
    for (long done = 0; done < blob.size(); ) {
      int read = in.readNBytes(buffer, 0, (int) Math.min(BUFFER, blob.size() - done));
      if (read <= 0) {
        throw new IOException("the source ended after " + done + " bytes");
      }
      hash.update(buffer, 0, read);
      done += read;
      if (done == blob.size()) {
        check(in, hash);
      }
      sink.write(buffer, 0, read);
      progress.accept(done);
    }
  }

  private void check(InputStream in, MessageDigest hash) throws IOException {
    Digest real = Digest.ofHash(hash.digest());
    if (!real.equals(blob.digest())) {
      throw failing.because("is really " + real);
    }
    if (in.read() >= 0) {
      throw failing.because("has more than the " + blob.size() + " bytes its manifest says");
    }
  }
}
