/** Tests of the HTTP client. */
@NullMarked
package dev.otters.oci.http;

import org.jspecify.annotations.NullMarked;
