/** Reads YAML as nodes that know their lines. */
@NullMarked
package dev.otters.home.yaml;

import org.jspecify.annotations.NullMarked;
