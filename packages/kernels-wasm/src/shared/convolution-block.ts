// The block of parameters of a convolution or one of its gradients, in 32-bit words: c = a · b for each image and group,
// where b[k][q] is the element of the image that lies at depthTable[k] + columnTable[q]. Offsets are in bytes.

export const groups = 0;
/** Rows and columns of c, and how many products an element is the sum of. */
export const rows = 4;
export const columns = 8;
export const depth = 12;
/** The address of a: dense matrices, one a group. */
export const a = 16;
/** Whether each image has its own a, and all are summed into one c; else each image has its own c. */
export const summed = 20;
/** Added to each row: a number for each row of each group; or 0. */
export const bias = 24;
/** The address of the images; the channels of one group, and their rows and columns. */
export const image = 28;
export const channels = 32;
export const height = 36;
export const width = 40;
/** The padded planes that an image is copied into before it is read: rows and columns, zero in the padding. */
export const planeRows = 44;
export const planeColumns = 48;
/** The row and column of its first element there, which may be negative, and the distance from one to the next. */
export const top = 52;
export const left = 56;
export const apartRows = 60;
export const apartColumns = 64;
/** Tables of offsets, in row-major order: three sizes, their steps in elements, and the first offset. */
export const columnTable = 68;
export const depthTable = 96;
export const words = 31;
