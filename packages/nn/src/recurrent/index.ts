export * from "./layers.ts";
export type { Lengths } from "./lengths.ts";
export {
  type PadSequenceOptions,
  padSequence,
  type UnpadSequenceOptions,
  unpadSequence,
} from "./pad-sequence.ts";
export type { RecurrentForwardOptions, RecurrentModule } from "./recurrent.ts";
export {
  type CellOptions,
  GRUCell,
  LSTMCell,
  type LSTMCellState,
  RNNCell,
  type RNNCellOptions,
} from "./single-cells.ts";
