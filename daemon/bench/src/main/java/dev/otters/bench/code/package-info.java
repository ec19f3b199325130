/** Benchmarks of pure code, run by JMH. */
@NullMarked
package dev.otters.bench.code;

import org.jspecify.annotations.NullMarked;
