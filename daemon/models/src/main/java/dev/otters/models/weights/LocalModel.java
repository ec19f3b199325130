package dev.otters.models.weights;

import dev.otters.oci.Digest;
import java.nio.file.Path;

/**
 * Is a model whose weights lie on this machine and were verified.
 *
 * @param name as it stands behind {@code local/} in a MODEL
 * @param file the weights, a GGUF file that nobody changes
 * @param bytes the size of the file
 * @param sha256 the digest of the file
 * @param contextSize the most tokens that the model can see at once
 * @param choosesTools whether it is good enough to be asked which tool to call
 */
public record LocalModel(
    String name, Path file, long bytes, Digest sha256, int contextSize, boolean choosesTools) {}
