import measured from "./measured.json" with { type: "json" };

/** Steps between the last token and the first. */
export const reach = 50;
export const kinds = ["RNN", "GRU", "LSTM", "attention"] as const;
export type Kind = (typeof kinds)[number];

/** Norms of the gradient of the last state with respect to the input 0, 1, … steps before. */
export type Norms = readonly number[];

export const largestBias: number = measured.GRU.length - 1;

/** The norms of one kind of network; `bias` is added to the gate that keeps the state, which only GRU and LSTM have. */
export function normsOf(kind: Kind, bias: number): Norms {
  if (kind === "RNN" || kind === "attention") return measured[kind];
  const norms = measured[kind][bias];
  if (norms === undefined) throw new Error(`measured.json has no norms for a bias of ${bias}`);
  return norms;
}
