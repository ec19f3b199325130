/** Reads and writes the JSON of image formats; the only place that knows the JSON library. */
@NullMarked
package dev.otters.oci.json;

import org.jspecify.annotations.NullMarked;
