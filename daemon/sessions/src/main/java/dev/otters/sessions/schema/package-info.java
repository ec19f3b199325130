/** The JSON Schemas that answers must match. Its classes load with the first schema. */
@NullMarked
package dev.otters.sessions.schema;

import org.jspecify.annotations.NullMarked;
