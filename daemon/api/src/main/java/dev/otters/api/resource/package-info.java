/** Messages about what agents store in namespaces, and about what sessions see. */
@NullMarked
package dev.otters.api.resource;

import org.jspecify.annotations.NullMarked;
