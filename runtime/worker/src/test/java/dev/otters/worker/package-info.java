/** Tests of the runtime. */
@NullMarked
package dev.otters.worker;

import org.jspecify.annotations.NullMarked;
