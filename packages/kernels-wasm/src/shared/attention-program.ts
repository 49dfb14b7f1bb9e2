// A score program in 32-bit words, as the host writes it for a call of attention. Offsets are in bytes.

/** Where the kernel stores 1 if a result is not finite, or a score too large for float32: the host composes the call then. */
export const declined = 0;
/** How far from the start of a thread's scratch its registers lie. */
export const registers = 4;
/** The address of the layout's operand, 0 without one. */
export const layout = 8;
/** The address of the operands, and the bytes of one. */
export const operands = 12;
export const operandBytes = 16;
/** The register of the mask, −1 without one. */
export const mask = 20;
/** Of each phase: the address of its instructions, and how many there are. */
export const phases = 24;

/** Up to the changed score; then the mask; then the gradients up to what is summed; the sums; and the product's gradient. */
export const scorePhase = 0;
export const maskPhase = 8;
export const slopePhase = 16;
export const sumPhase = 24;
export const lastPhase = 32;
export const headerBytes = 64;

// An operand: its address, whether it holds whole numbers, its strides along queries and keys, the address of its gradient (0
// without one), whose heads, queries and keys are these bytes apart, the elements of a table, and a stride for each batch dim.
export const address = 0;
export const whole = 4;
export const row = 8;
export const column = 12;
export const gradient = 16;
export const gradientHead = 20;
export const gradientRow = 24;
export const gradientColumn = 28;
export const elements = 32;
export const batch = 36;

/** An instruction: its code, the register of its result, and three arguments. */
export const instructionBytes = 20;

// The low bits of a register say how it is strided; the others are its offset, or nothing for the scores and their cotangent.
export const panel = 0;
export const one = 1;
export const ofQueries = 2;
export const ofKeys = 3;
export const scores = 4;
export const cotangent = 5;

// Codes. Of an operand, a constant, a table, and what is summed into an operand's gradient:
export const load = 0;
export const constant = 1;
export const gather = 2;
export const sum = 3;
export const where = 4;
// Of one value:
export const copy = 8;
export const neg = 9;
export const abs = 10;
export const floor = 11;
export const exp = 12;
export const log = 13;
export const tanh = 14;
export const sigmoid = 15;
export const logicalNot = 16;
// Of two:
export const add = 20;
export const sub = 21;
export const mul = 22;
export const div = 23;
export const minimum = 24;
export const maximum = 25;
export const eq = 26;
export const ne = 27;
export const lt = 28;
export const le = 29;
export const gt = 30;
export const ge = 31;
export const logicalAnd = 32;
export const logicalOr = 33;
