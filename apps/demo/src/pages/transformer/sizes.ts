// The sizes of the page's models.

export const heads = 4;
export const width = 64;
export const headWidth: number = width / heads;
