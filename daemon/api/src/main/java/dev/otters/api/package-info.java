/** The messages of the operator API and their JSON codec. */
@NullMarked
package dev.otters.api;

import org.jspecify.annotations.NullMarked;
