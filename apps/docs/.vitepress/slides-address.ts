/** Path and query of a page of the book that is wanted as slides. */
export const slidesAddress = /^(\/zh)?\/book\/[^?]+\?(.*&)?slides\b/;
