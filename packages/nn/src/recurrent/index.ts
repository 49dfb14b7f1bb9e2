export * from "./layers.ts";
export type { Lengths } from "./lengths.ts";
export * from "./pad-sequence.ts";
export type { RecurrentForwardOptions, RecurrentModule } from "./recurrent.ts";
export * from "./single-cells.ts";
