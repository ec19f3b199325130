/** Finds and keeps credentials of registries where Docker's command line keeps them. */
@NullMarked
package dev.otters.credentials;

import org.jspecify.annotations.NullMarked;
