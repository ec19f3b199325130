/** Answers what registries ask to know about who calls. */
@NullMarked
package dev.otters.oci.registry.auth;

import org.jspecify.annotations.NullMarked;
