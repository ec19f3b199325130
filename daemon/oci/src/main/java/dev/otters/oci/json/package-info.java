/**
 * The JSON of image formats: reading, writing and limits. Only this package uses the JSON library.
 */
@NullMarked
package dev.otters.oci.json;

import org.jspecify.annotations.NullMarked;
