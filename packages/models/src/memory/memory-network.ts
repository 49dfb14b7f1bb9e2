import type { Attended, MaskOptions } from "@saccade/attention";
import * as attention from "@saccade/attention/model";
import { LayerNorm, Linear, Module, nameSites, Parameter, running, tap } from "@saccade/nn";
import * as init from "@saccade/nn/init";
import { ShapeError, scope, stack, type Tensor, zeros } from "@saccade/tensor";
import { iterable } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { feedForward, residual } from "../definitions/layers.ts";

const name = "MemoryNetwork";

const construct = c.signature(
  name,
  { size: c.required(c.size()) },
  {
    /** How often the memory is read. Default 3. */
    hops: attention.layersRule(3),
    /**
     * "adjacent": the values of a hop are the keys of the next. "layerwise": all hops share their maps, and the question goes
     * through a separate map between hops. "none": each hop has its own maps. Default "adjacent".
     */
    tying: c.oneOf(["adjacent", "layerwise", "none"], "adjacent"),
    /**
     * How a hop combines the question u and its output o. "sum": u + o, as in the paper. "feedForward":
     * LayerNorm(u + o + f(u + o)) with two layers f, as in a transformer; a question that needs two facts is learned in
     * fewer steps. Default "sum".
     */
    update: c.oneOf(["sum", "feedForward"], "sum"),
    /**
     * A factor of the scores u · m, not 0. Default 1, as in the paper; 1/√size keeps the softmax from saturating where questions
     * and memories have unit variance, as after a LayerNorm.
     */
    scale: attention.factorRule(1),
    /**
     * The most memories, for temporal encoding: a learned vector for each place, counted from the newest, is added to keys
     * and values. 0 for no order and any number. Default 0.
     */
    maxMemories: c.whole(0, { min: 0 }),
  },
  { example: `new ${name}(32, { hops: 3, maxMemories: 10 })` },
);

/** Options of {@link MemoryNetwork}. */
export interface MemoryNetworkOptions extends c.OptionsOf<typeof construct> {}

/** Which maps the hops of a {@link MemoryNetwork} share (Sukhbaatar et al. 2015, section 2.2). */
export type MemoryTying = c.SettingsOf<typeof construct>["tying"];

/** Masks of the memories of a {@link MemoryNetwork}. */
export type MemoryMasks = Pick<MaskOptions, "keyMask" | "validLens">;

const forward = attention.method(
  c.options(
    `${name}.forward`,
    { keyMask: c.tensorRule("bool", "(b, n)"), validLens: c.tensorRule("int32", "(b)") },
    { example: "network.forward(question, memory, { keyMask })", renamed: attention.moduleRenames },
  ),
  "question float (b, size)  memory float (b, n, size)",
);

/**
 * An end-to-end memory network (Sukhbaatar et al. 2015, section 2) over vectors: a question reads the memory several
 * times, and each result is added to it, to guide the next hop. A hop computes
 * o = Σ pᵢ cᵢ with p = softmax(u · mᵢ), keys m = A x + T_A and values c = C x + T_C of the memories x.
 *
 * @example new MemoryNetwork(32, { hops: 3, maxMemories: 10 }).forward(randn([2, 32]), randn([2, 10, 32])).output.shape // [2, 32]
 */
export class MemoryNetwork extends Module {
  readonly size: number;
  readonly hops: number;
  readonly tying: MemoryTying;
  readonly scale: number;
  readonly maxMemories: number;
  /** A and C of the hops: hops + 1 maps if "adjacent", 2 if "layerwise", 2 hops if "none". */
  maps: Linear[];
  /** T of each map, (maxMemories, size); row 0 is the newest memory's. */
  times: Parameter[];
  /** H of "layerwise", between hops. */
  between: Linear | null;
  /** One for each hop with "feedForward". */
  updates: MemoryUpdate[];

  constructor(size: number, given: MemoryNetworkOptions = {}) {
    const { hops, tying, update, scale, maxMemories } = construct([size, given]);
    super();
    this.size = size;
    this.hops = hops;
    this.tying = tying;
    this.scale = scale;
    this.maxMemories = maxMemories;
    const count = { adjacent: hops + 1, layerwise: 2, none: 2 * hops }[tying];
    const map = (): Linear => new Linear(size, size, { bias: false });
    this.maps = Array.from({ length: count }, map);
    this.times = Array.from({ length: maxMemories > 0 ? count : 0 }, () => {
      const table = new Parameter(zeros([maxMemories, size]));
      init.normal(table, 0, 0.1);
      return table;
    });
    this.between = tying === "layerwise" ? map() : null;
    const steps = update === "feedForward" ? hops : 0;
    this.updates = Array.from({ length: steps }, () => new MemoryUpdate(size));
    attention.noteParts(this);
    const names = ["hook_question", ...attention.patternSites, "hook_out"];
    const each = Array.from({ length: hops }, (_, hop) => names.map((one) => `hops.${hop}.${one}`));
    nameSites(this, { sites: each.flat() });
  }

  /**
   * @param question (b, size)
   * @param memory (b, n, size), the oldest first
   * @param given `keyMask` bool (b, n), true for memories that may be read; `validLens` int32 (b). Places are counted
   * from the last memory, masked or not: pad before the story.
   * @returns output (b, size), the question after the last hop; weights (b, hops, n)
   * @throws ShapeError for more memories than maxMemories.
   */
  override forward(question: Tensor, memory: Tensor, given: MemoryMasks = {}): Attended {
    const { size, maxMemories, scale } = this;
    const { b, n, keyMask, validLens } = forward(this, [question, memory, given], { size });
    if (maxMemories > 0 && n > maxMemories)
      throw new ShapeError(
        `${name}.forward: memory ${memory.describe()} has ${n} memories, at most ${maxMemories} have a place; raise maxMemories.`,
      );
    return scope(() => {
      const scores = { what: name, shape: [b, 1, n], headsHidden: false };
      const asked = question.unsqueeze(1); // (b, 1, size)
      const allowed = attention.allow(scores, { keyMask, validLens }, question.backend);
      const [, known] = attention.zeroMaskedInputs(allowed, [asked, memory, memory], null);
      const read = this.maps.map((map, i) => this.#timed(map.forward(known), i)); // (b, n, size)
      const weights: Tensor[] = [];
      let u = asked;
      for (let hop = 0; hop < this.hops; hop++) {
        const [keys, values] = this.#mapsOf(hop).map((i) => read[i]!);
        const run = (): Attended => {
          const asks = tap("hook_question", u); // (b, 1, size)
          const compute = (): Tensor => asks.mul(scale).matmul(keys!.transpose(1, 2)); // (b, 1, n)
          const found = attention.attendTo(allowed, compute, values!, {});
          const sum = (this.between?.forward(asks) ?? asks).add(tap("hook_out", found.output));
          return { output: this.updates[hop]?.forward(sum) ?? sum, weights: found.weights.squeeze(1) };
        };
        const next = running(this, run, `hops.${hop}.`);
        u = next.output;
        weights.push(next.weights);
      }
      return iterable({ output: u.squeeze(1), weights: stack(weights, 1) });
    });
  }

  /** The keys' and the values' map of a hop. */
  #mapsOf(hop: number): [number, number] {
    if (this.tying === "layerwise") return [0, 1];
    return this.tying === "adjacent" ? [hop, hop + 1] : [2 * hop, 2 * hop + 1];
  }

  #timed(mapped: Tensor, i: number): Tensor {
    const table = this.times[i];
    return table === undefined ? mapped : mapped.add(table.slice(0, { stop: mapped.size(1) }).flip(0));
  }
}

const update = attention.method("MemoryUpdate.forward", "x float (…, size)");

/** LayerNorm(x + f(x)), f being two layers with a ReLU between them: the last half of a transformer layer. */
class MemoryUpdate extends Module {
  linear1: Linear;
  linear2: Linear;
  norm: LayerNorm;

  constructor(size: number) {
    super();
    this.linear1 = new Linear(size, 2 * size);
    this.linear2 = new Linear(2 * size, size);
    this.norm = new LayerNorm(size);
    attention.noteParts(this);
  }

  /** @param x (…, size) */
  override forward(x: Tensor): Tensor {
    update(this, [x]);
    const { linear1: up, linear2: down, norm } = this;
    const network = (y: Tensor): Tensor => feedForward(y, { up, down }, (hidden) => hidden.relu());
    return running(this, () => residual(network, x, [norm]));
  }
}
