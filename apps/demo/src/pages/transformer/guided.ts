/** The head of the encoder that was told, early in training, which noun "it" stands for; counted from 0. */
export const guided = { layer: 1, head: 0 } as const;
