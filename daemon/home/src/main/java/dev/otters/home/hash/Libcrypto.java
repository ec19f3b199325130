package dev.otters.home.hash;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The functions {@code SHA256_Init}, {@code SHA256_Update} and {@code SHA256_Final} of the system's
 * OpenSSL (<a href="https://docs.openssl.org/3.0/man3/SHA256_Init/">manual</a>). They need no
 * configuration of OpenSSL and read none. Thread-safe.
 */
final class Libcrypto {
  /** The bytes of a {@code SHA256_CTX}, which are 28 ints since OpenSSL 0.9.8. */
  static final int CONTEXT = 112;

  /** The bytes of a hash. */
  static final int HASH = 32;

  private static final List<String> NAMES = List.of("libcrypto.so.3", "libcrypto.so.1.1");

  /** The hash of {@code abc} in FIPS 180-4. */
  private static final String ABC =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  /** The garbage collector waits for a call, so each is short. */
  private static final int MOST_BYTES = 1 << 18;

  private final MethodHandle init;
  private final MethodHandle update;
  private final MethodHandle end;

  private Libcrypto(SymbolLookup library) {
    this.init = handle(library, "SHA256_Init", ValueLayout.ADDRESS);
    this.update =
        handle(
            library,
            "SHA256_Update",
            ValueLayout.ADDRESS,
            ValueLayout.ADDRESS,
            ValueLayout.JAVA_LONG);
    this.end = handle(library, "SHA256_Final", ValueLayout.ADDRESS, ValueLayout.ADDRESS);
  }

  @SuppressWarnings("restricted")
  private static MethodHandle handle(SymbolLookup library, String name, ValueLayout... arguments) {
    return Linker.nativeLinker()
        .downcallHandle(
            library.findOrThrow(name),
            FunctionDescriptor.of(ValueLayout.JAVA_INT, arguments),
            Linker.Option.critical(true));
  }

  /** Returns the library of this machine, which some have not. */
  static Optional<Libcrypto> find() {
    return NAMES.stream().flatMap(name -> load(name).stream()).findFirst();
  }

  @SuppressWarnings("restricted")
  private static Optional<Libcrypto> load(String name) {
    try {
      Libcrypto library = new Libcrypto(SymbolLookup.libraryLookup(name, Arena.global()));
      return library.isRight() ? Optional.of(library) : Optional.empty();
    } catch (RuntimeException | LinkageError _) {
      // There is no such library, or it lacks a function.
      return Optional.empty();
    }
  }

  private boolean isRight() {
    byte[] context = new byte[CONTEXT];
    init(context);
    update(context, new byte[] {'a', 'b', 'c'}, 0, 3);
    return HexFormat.of().formatHex(end(context)).equals(ABC);
  }

  /** Begins a hash. */
  void init(byte[] context) {
    try {
      check((int) init.invokeExact(MemorySegment.ofArray(context)));
    } catch (Throwable e) {
      throw new IllegalStateException("cannot begin a hash", e);
    }
  }

  /** Adds bytes to a hash. */
  void update(byte[] context, byte[] bytes, int from, int length) {
    try {
      for (long done = 0; done < length; done += MOST_BYTES) {
        MemorySegment part =
            MemorySegment.ofArray(bytes).asSlice(from + done, Math.min(MOST_BYTES, length - done));
        check((int) update.invokeExact(MemorySegment.ofArray(context), part, part.byteSize()));
      }
    } catch (Throwable e) {
      throw new IllegalStateException("cannot add to a hash", e);
    }
  }

  /** Ends a hash and returns it. */
  byte[] end(byte[] context) {
    byte[] hash = new byte[HASH];
    try {
      check((int) end.invokeExact(MemorySegment.ofArray(hash), MemorySegment.ofArray(context)));
    } catch (Throwable e) {
      throw new IllegalStateException("cannot end a hash", e);
    }
    return hash;
  }

  private static void check(int result) {
    if (result != 1) {
      throw new IllegalStateException("libcrypto answered " + result);
    }
  }
}
