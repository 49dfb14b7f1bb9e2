export { GRU, type GRUResult, type GRUStep } from "./gru.ts";
export type { Lengths } from "./lengths.ts";
export { LSTM, type LSTMOptions, type LSTMResult, type LSTMState } from "./lstm.ts";
export {
  type PadSequenceOptions,
  padSequence,
  type UnpadSequenceOptions,
  unpadSequence,
} from "./pad-sequence.ts";
export type { RecurrentForwardOptions, RecurrentModule, RecurrentOptions } from "./recurrent.ts";
export { RNN, type RNNOptions, type RNNResult } from "./rnn.ts";
export {
  type CellOptions,
  GRUCell,
  LSTMCell,
  type LSTMCellState,
  RNNCell,
  type RNNCellOptions,
} from "./single-cells.ts";
