/** Statistics, goals, and the tables that show them. */
@NullMarked
package dev.otters.bench.report;

import org.jspecify.annotations.NullMarked;
