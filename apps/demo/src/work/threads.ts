/** A page takes no more threads unless its reader asks: each further one gains less, and other pages need cores too. */
export const mostThreads = 4;
/** The most that a reader can ask for, which is what the kernels' tasks are split for. */
export const mostAsked = 8;
