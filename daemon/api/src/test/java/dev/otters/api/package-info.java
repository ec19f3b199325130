/** Tests of the operator API's messages. */
@NullMarked
package dev.otters.api;

import org.jspecify.annotations.NullMarked;
