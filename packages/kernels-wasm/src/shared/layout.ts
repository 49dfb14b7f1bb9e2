// The first bytes of the memory, which no tensor uses. As everything in shared/, this file is compiled twice: by
// TypeScript for the host, and by AssemblyScript (without types, so that whole numbers are i32) for the kernels.

/** Splatted constants, written once by init(): v128 constants in code are rebuilt inside loops. */
export const constantsAddress = 64;

/** The words by which threads agree on what to do. */
export const controlAddress = 2048;
/** The ring of walks' blocks. */
export const ringAddress = 4096;
export const ringEnd = 16384;
/** The tasks that threads share out. */
export const tasksAddress = 16384;
/** Where tensors begin. */
export const reservedBytes = 32768;
export const vectorBytes = 16;
/** One page of WebAssembly memory. */
export const pageBytes = 65536;
/** The most pages that 32-bit addresses reach. The last one stays out, so that every end is an address too. */
export const mostPages = 65535;
/** The most elements that a kernel counts. */
export const mostElements = 2147483647;
