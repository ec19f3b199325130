package dev.otters.egress;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A request to a SOCKS proxy of version 5 (RFC 1928): CONNECT without a login. */
record SocksOpening(Destination destination) implements Opening {
  static final int VERSION = 5;

  private static final int CONNECT = 1;
  private static final int V4 = 1;
  private static final int NAME = 3;
  private static final int V6 = 4;
  private static final int UNSUPPORTED = 7;
  private static final byte NO_LOGIN = 0;
  private static final byte NO_METHOD = (byte) 0xff;

  /**
   * Reads a request, and agrees to use no login.
   *
   * @throws MalformedRequestException if it is something else; the client has its answer then
   */
  static SocksOpening read(ClientInput in, WritableByteChannel out) throws IOException {
    int unused = in.next();
    boolean agreed = false;
    for (byte method : in.next(in.next())) {
      agreed |= method == NO_LOGIN;
    }
    write(out, new byte[] {VERSION, agreed ? NO_LOGIN : NO_METHOD});
    require(agreed, "the client insists on a login");
    int version = in.next();
    int command = in.next();
    int reserved = in.next();
    Optional<Host> host = host(in);
    int port = in.next() << 8 | in.next();
    if (version != VERSION || command != CONNECT || reserved != 0 || host.isEmpty() || port == 0) {
      write(out, reply(command == CONNECT ? Refusal.Kind.MALFORMED.socks() : UNSUPPORTED));
      throw new MalformedRequestException("the request is no CONNECT to a valid host and port");
    }
    return new SocksOpening(new Destination(host.get(), port));
  }

  private static Optional<Host> host(ClientInput in) throws IOException {
    int kind = in.next();
    return switch (kind) {
      case V4 -> Optional.of(new Host.Address(InetAddress.getByAddress(in.next(4))));
      case V6 -> Optional.of(new Host.Address(InetAddress.getByAddress(in.next(16))));
      case NAME -> Host.parse(name(in.next(in.next())));
      default -> throw new MalformedRequestException("the address has an unknown type");
    };
  }

  /** Programs write an IPv6 address as a name without brackets. */
  private static String name(byte[] bytes) {
    String name = new String(bytes, StandardCharsets.UTF_8);
    return name.indexOf(':') >= 0 && !name.startsWith("[") ? "[" + name + "]" : name;
  }

  private static void require(boolean holds, String problem) throws MalformedRequestException {
    if (!holds) {
      throw new MalformedRequestException(problem);
    }
  }

  private static void write(WritableByteChannel out, byte[] bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      int unused = out.write(buffer);
    }
  }

  /** Returns a reply with an address that says nothing. */
  private static byte[] reply(int code) {
    return new byte[] {VERSION, (byte) code, 0, V4, 0, 0, 0, 0, 0, 0};
  }

  @Override
  public byte[] request() {
    return new byte[0];
  }

  @Override
  public int allowed(ByteBuffer bytes) {
    return bytes.remaining();
  }

  @Override
  public byte[] connected() {
    return reply(0);
  }

  @Override
  public byte[] refused(Refusal refusal) {
    return reply(refusal.kind().socks());
  }
}
