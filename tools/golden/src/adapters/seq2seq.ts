import type { Adapters } from "../adapter.ts";

export const seq2seq: Adapters = {};
