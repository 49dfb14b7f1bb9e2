// The first bytes of the memory, which no tensor uses. src/layout.ts says the same.
/** Splatted constants, written once by init(): v128 constants in code are rebuilt inside loops. */
export const CONSTANTS: usize = 64;
/** A vector for what is not worth a loop of its own. */
export const SPARE: usize = 48;
