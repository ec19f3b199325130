package dev.otters.egress;

import java.nio.ByteBuffer;

/** A client's request for a connection, in one of the proxy's protocols. */
interface Opening {
  /** Returns where the client wants to connect to. */
  Destination destination();

  /** Returns what the server receives first; empty for nothing. */
  byte[] request();

  /** Returns how many bytes of a buffer the client may send after its request. */
  int allowed(ByteBuffer bytes);

  /** Returns the answer to the client once it is connected; empty for none. */
  byte[] connected();

  /** Returns the answer to a client that gets no connection. */
  byte[] refused(Refusal refusal);
}
