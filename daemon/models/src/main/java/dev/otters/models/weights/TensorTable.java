package dev.otters.models.weights;

import java.util.Map;

/**
 * Computes the end of the tensors of a GGUF file from its head. The numbers are not trusted: an
 * overflow is an {@link ArithmeticException}.
 */
final class TensorTable {
  private static final int USUAL_ALIGNMENT = 32;
  private static final int MOST_ALIGNMENT = 1 << 20;

  private record Block(int elements, int bytes) {}

  /** The types of ggml by number. */
  private static final Map<Integer, Block> BLOCKS =
      Map.ofEntries(
          Map.entry(0, new Block(1, 4)),
          Map.entry(1, new Block(1, 2)),
          Map.entry(2, new Block(32, 18)),
          Map.entry(3, new Block(32, 20)),
          Map.entry(6, new Block(32, 22)),
          Map.entry(7, new Block(32, 24)),
          Map.entry(8, new Block(32, 34)),
          Map.entry(10, new Block(256, 84)),
          Map.entry(11, new Block(256, 110)),
          Map.entry(12, new Block(256, 144)),
          Map.entry(13, new Block(256, 176)),
          Map.entry(14, new Block(256, 210)),
          Map.entry(15, new Block(256, 292)),
          Map.entry(20, new Block(32, 18)),
          Map.entry(23, new Block(256, 136)),
          Map.entry(24, new Block(1, 1)),
          Map.entry(25, new Block(1, 2)),
          Map.entry(26, new Block(1, 4)),
          Map.entry(27, new Block(1, 8)),
          Map.entry(28, new Block(1, 8)),
          Map.entry(30, new Block(1, 2)));

  private long end;

  /**
   * Adds a tensor. For an unknown type, only its beginning counts.
   *
   * @param offset the offset after the head
   */
  void add(long elements, int type, long offset) throws Gguf.InvalidGguf {
    Block block = BLOCKS.get(type);
    if (offset < 0) {
      throw new Gguf.InvalidGguf("it has a tensor with a negative offset");
    }
    long bytes =
        block == null
            ? 1
            : Math.multiplyExact(Math.ceilDiv(elements, block.elements()), (long) block.bytes());
    end = Math.max(end, Math.addExact(offset, bytes));
  }

  /**
   * Returns the least size of the file.
   *
   * @param alignment the alignment of the tensors; 0 for the default
   */
  long fileSize(long head, long alignment) throws Gguf.InvalidGguf {
    long step = alignment == 0 ? USUAL_ALIGNMENT : alignment;
    if (step < 1 || step > MOST_ALIGNMENT) {
      throw new Gguf.InvalidGguf("it aligns its tensors to " + step + " bytes");
    }
    return Math.addExact(Math.ceilDiv(head, step) * step, end);
  }
}
