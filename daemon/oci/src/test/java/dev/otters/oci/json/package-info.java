/** Tests of the JSON code. */
@NullMarked
package dev.otters.oci.json;

import org.jspecify.annotations.NullMarked;
