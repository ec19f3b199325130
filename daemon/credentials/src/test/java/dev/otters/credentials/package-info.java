/** Tests of Docker's configuration file and of credential helpers. */
@NullMarked
package dev.otters.credentials;

import org.jspecify.annotations.NullMarked;
