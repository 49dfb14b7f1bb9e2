import type { KernelTable, Machine } from "../machine.ts";
import { sequenceBackward } from "./sequence-backward.ts";
import { gruCell, lstmCell } from "./sequence-cells.ts";
import { sequenceForward } from "./sequence-forward.ts";

/** GRU and LSTM over a sequence. */
export function sequenceKernels(machine: Machine): KernelTable {
  return {
    gruSequence: sequenceForward(machine, gruCell),
    gruSequenceBackward: sequenceBackward(machine, gruCell),
    lstmSequence: sequenceForward(machine, lstmCell),
    lstmSequenceBackward: sequenceBackward(machine, lstmCell),
  };
}
