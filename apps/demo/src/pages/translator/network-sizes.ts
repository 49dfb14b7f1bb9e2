// The sizes that the seeds train, which the terminal's translator has too.
export const sizes = { embed: 32, hidden: 32, layers: 2, dropout: 0.1, batch: 64 } as const;
/** Tokens a sentence is cut or padded to. */
export const longest = 10;
