/** Of the page's model. */
export const layers = 2; // of each side
export const heads = 4;
export const width = 64;
export const headWidth: number = width / heads;
export const hidden = 128;
