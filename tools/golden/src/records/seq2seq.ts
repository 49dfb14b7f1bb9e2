import type { RecordLayout } from "./layout.ts";

export const deterministicRecord: RecordLayout = { matches: () => false, parts: () => [] };
export const seededRecord: RecordLayout = { matches: () => false, parts: () => [] };
