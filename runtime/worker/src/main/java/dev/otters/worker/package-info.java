/** The program inside a sandbox: leases activations, runs turns and executes tools. */
@NullMarked
package dev.otters.worker;

import org.jspecify.annotations.NullMarked;
