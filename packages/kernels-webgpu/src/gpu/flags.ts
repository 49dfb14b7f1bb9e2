// The flags of the WebGPU standard (W3C 2025, sections 5.1, 5.3 and 8.1), which hosts have as globals under longer names.

export const mapRead = 0x1;
export const copySrc = 0x4;
export const copyDst = 0x8;
export const uniform = 0x40;
export const storage = 0x80;

export const readMode = 0x1;
export const compute = 0x4;
