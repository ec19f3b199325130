/** Transfers of whole images to, from and between registries, several layers at once. */
@NullMarked
package dev.otters.oci.registry.transfer;

import org.jspecify.annotations.NullMarked;
