/** Registry credentials, stored where the {@code docker} command stores them. */
@NullMarked
package dev.otters.credentials;

import org.jspecify.annotations.NullMarked;
