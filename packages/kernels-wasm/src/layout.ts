/** The memory's first bytes, which no tensor uses: constants and the parameter block. assembly/layout.ts says the same. */
export const reservedBytes = 4096;
/** Where the parameter block starts, in bytes, and how many 32-bit words it has. */
export const metaAddress = 2048;
export const metaWords = 256;
/** One page of WebAssembly memory. */
export const pageBytes = 65536;
/** The most pages that 32-bit addresses reach. The last one stays out, so that every end is an address too. */
export const mostPages = 65535;
/** The most elements that a kernel counts. */
export const mostElements: number = 2 ** 31 - 1;
