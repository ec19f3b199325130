/** Contract tests for executors, a fake executor, and shared fixtures. */
@NullMarked
package dev.otters.executor.testkit;

import org.jspecify.annotations.NullMarked;
