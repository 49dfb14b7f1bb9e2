/** The values of y = tanh(a · b + c) · a, in the order in which they are computed. */
export const names = ["a", "b", "c", "p", "s", "t", "y"] as const;
export type Name = (typeof names)[number];

export const inputs = ["a", "b", "c"] as const;
export type Input = (typeof inputs)[number];

/** The inputs of a value, with its derivative by each. */
interface Part {
  readonly from: Name;
  readonly slope: number;
}

export interface Node {
  readonly value: number;
  readonly parts: readonly Part[];
}

export type Graph = Readonly<Record<Name, Node>>;

/** The values forward, each with its slopes. */
export function forward({ a, b, c }: Readonly<Record<Input, number>>): Graph {
  const p = a * b;
  const s = p + c;
  const t = Math.tanh(s);
  const node = (value: number, ...parts: readonly (readonly [from: Name, slope: number])[]): Node => ({
    value,
    parts: parts.map(([from, slope]) => ({ from, slope })),
  });
  return {
    a: node(a),
    b: node(b),
    c: node(c),
    p: node(p, ["a", b], ["b", a]),
    s: node(s, ["p", 1], ["c", 1]),
    t: node(t, ["s", 1 - t * t]),
    y: node(t * a, ["t", a], ["a", t]),
  };
}

/** The values that pass their gradient on, one a step. */
export const passes: readonly Name[] = ["y", "t", "s", "p"];

/** The gradients after some steps backward; undefined where none has arrived. */
export function backward(graph: Graph, steps: number): Partial<Record<Name, number>> {
  const grads: Partial<Record<Name, number>> = { y: 1 };
  for (const name of passes.slice(0, steps))
    for (const { from, slope } of graph[name].parts)
      grads[from] = (grads[from] ?? 0) + slope * (grads[name] ?? 0);
  return grads;
}

/** The gradient that has reached a value along each of its paths after some steps. */
export function arrivals(
  graph: Graph,
  name: Name,
  steps: number,
): { from: Name; slope: number; grad: number }[] {
  const grads = backward(graph, steps);
  return passes
    .slice(0, steps)
    .flatMap((from) =>
      graph[from].parts
        .filter((part) => part.from === name)
        .map(({ slope }) => ({ from, slope, grad: grads[from] ?? 0 })),
    );
}
