/** Tests of the HTTP client. */
@NullMarked
package dev.otters.http;

import org.jspecify.annotations.NullMarked;
