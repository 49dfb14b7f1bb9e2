export { GRU, type GRUResult, type GRUStep } from "./gru.ts";
export type { Lengths } from "./lengths.ts";
export { LSTM, type LSTMResult, type LSTMState } from "./lstm.ts";
export type { RecurrentForwardOptions, RecurrentModule, RecurrentOptions } from "./recurrent.ts";
export { type CellOptions, GRUCell, LSTMCell, type LSTMCellState } from "./single-cells.ts";
