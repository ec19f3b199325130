/** Contract tests of executors, an executor without containers, and what tests of both need. */
@NullMarked
package dev.otters.executor.testkit;

import org.jspecify.annotations.NullMarked;
