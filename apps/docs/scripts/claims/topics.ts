import { filtering } from "./about-filtering.ts";
import { memory } from "./about-memory.ts";
import { scoring } from "./about-scoring.ts";
import { text } from "./about-text.ts";
import { translating } from "./about-translating.ts";
import type { Topic } from "./claim.ts";

/** All claims, in the page's order. */
export const topics: readonly Topic[] = [...scoring, ...memory, ...text, ...filtering, ...translating];
