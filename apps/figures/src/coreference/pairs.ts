/** An adjective of the animal and one of the place. */
export const pairs = ["tired wide", "sick muddy", "scared busy"] as const;
