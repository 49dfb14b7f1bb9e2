// The memory's first bytes, which no tensor uses. Constants (assembly/layout.ts) come first.

/** The words by which threads agree on what to do. */
export const controlAddress = 2048;
/** The ring of walks' blocks. */
export const ringAddress = 4096;
export const ringEnd = 16384;
/** The tasks that threads share out. */
export const tasksAddress = 16384;
/** Where tensors begin. */
export const reservedBytes = 32768;
/** One page of WebAssembly memory. */
export const pageBytes = 65536;
/** The most pages that 32-bit addresses reach. The last one stays out, so that every end is an address too. */
export const mostPages = 65535;
/** The most elements that a kernel counts. */
export const mostElements: number = 2 ** 31 - 1;
