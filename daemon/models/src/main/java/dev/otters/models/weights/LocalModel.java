package dev.otters.models.weights;

import dev.otters.oci.Digest;
import java.nio.file.Path;

/**
 * An installed model, whose weights were verified.
 *
 * @param name the name after {@code local/} in a MODEL
 * @param file the weights, a GGUF file
 * @param choosesTools whether the model can choose tools
 */
public record LocalModel(
    String name, Path file, long bytes, Digest sha256, int contextSize, boolean choosesTools) {}
