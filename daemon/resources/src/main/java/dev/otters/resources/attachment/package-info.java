/** The durable inputs that sessions see. */
@NullMarked
package dev.otters.resources.attachment;

import org.jspecify.annotations.NullMarked;
