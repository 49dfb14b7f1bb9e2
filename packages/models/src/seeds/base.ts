import type { AttendedIf, MaskOptions, WeightsOptions } from "@saccade/attention";
import * as attention from "@saccade/attention/model";
import { type Linear, Module } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import { flag, type Known, type Options, options, type Rules } from "@saccade/tensor/contract";

/** The options of a `forward` that may leave the weights out. */
export const weightsForward = (what: string, call: string = "attention.forward(x") =>
  options(
    `${what}.forward`,
    { needWeights: flag(true) },
    { example: `${call}, { needWeights: false })`, renamed: attention.moduleRenames },
  );

/** The options of a `forward` that takes masks and may leave the weights out. */
export const maskedForward = (what: string) =>
  options(
    `${what}.forward`,
    { ...attention.maskRules, needWeights: flag(true) },
    { example: "attention.forward(x, { mask, needWeights: false })", renamed: attention.moduleRenames },
  );

/** Rules of the options of attentions with dropout of the weights. */
export const attentionRules = {
  /** The probability with which a weight is dropped while training. Default 0.1. */
  dropout: attention.dropoutRule(0.1),
  ...attention.maskFillRules,
};

/** The records of {@link attentionRules}. */
export type AttentionRules = typeof attentionRules & typeof attention.maskFillRules;

/** The linear maps of a self-attention. */
export interface Maps {
  readonly project: readonly [Linear, ...Linear[]];
  readonly join?: Linear | null;
}

/** A class of self-attentions: its name, and how its `forward` is called. */
interface Declared {
  readonly name: string;
  readonly forward: (module: Module, given: readonly unknown[], known: Known) => unknown;
}

/** Declares a class of self-attentions: its tensors, of a last size `width`, and the options of its `forward`. */
export function declare<R extends Rules>(
  name: string,
  text: string,
  forward: (what: string) => Options<R>,
): Declared {
  return { name, forward: attention.method(forward(name), text) };
}

/** Self-attention: projections of x, scaled dot-product attention, and a combination of the heads' outputs. */
abstract class SelfAttentionModule extends Module {
  readonly dropout: number;
  readonly maskFill: number | null;
  readonly #declared: Declared;
  readonly #width: number;
  readonly #heads: number | undefined;

  constructor(
    declared: Declared,
    width: number,
    given: { readonly dropout?: number; readonly maskFill?: number | null; readonly heads?: number } = {},
  ) {
    super();
    this.dropout = given.dropout ?? 0;
    this.maskFill = given.maskFill ?? null;
    this.#declared = declared;
    this.#width = width;
    this.#heads = given.heads;
  }

  /** The maps of x to queries, keys and values, or one of x to all three; and the map of the heads' outputs, side by side. */
  protected abstract maps(): Maps;

  /** The attention of a checked x (…, n, width) to itself. */
  protected attend<W extends boolean>(
    given: readonly unknown[],
    x: Tensor,
    { needWeights, ...options }: MaskOptions & WeightsOptions<W>,
  ): AttendedIf<W> {
    const { name: what, forward } = this.#declared;
    forward(this, given, { width: this.#width });
    const heads = this.#heads;
    return attention.attendedIf<W>(
      scope(() => {
        const { dropout, training, maskFill } = this;
        const n = x.size(-2);
        const shape = [...x.shape.slice(0, -2), ...(heads ? [heads] : []), n, n];
        const scores = { what, shape, headsHidden: heads !== undefined };
        const allowed = attention.allow(scores, options, x.backend);
        const [y] = attention.zeroMaskedInputs(allowed, [x, x, x], maskFill);
        const { project, join } = this.maps();
        const [one] = project;
        const flat = project.length > 1 ? project.map((map) => map.forward(y)) : one.forward(y).chunk(3, -1);
        const [q, k, v] = heads ? flat.map((part) => attention.splitHeads(part, heads)) : flat; // (…, h, n, d)
        const settings = { dropout, training, maskFill, needWeights };
        const { output, weights } = attention.dotProductAttention(allowed, q!, k!, v!, settings);
        const merged = heads ? attention.mergeHeads(output) : output;
        return { output: join?.forward(merged) ?? merged, weights };
      }),
    );
  }
}

/** With masks among the options, or without masks. */
export abstract class OptionMasked<M extends MaskOptions> extends SelfAttentionModule {
  /** @param x (…, n, width), or (b, n, width) with heads; weights (…, n, n) or (b, h, n, n) unless `needWeights` is false. */
  override forward<W extends boolean = true>(x: Tensor, given?: M & WeightsOptions<W>): AttendedIf<W> {
    return this.attend<W>([x, given], x, { ...given });
  }
}

/** With a mask as the argument after x. */
export abstract class MaskedBehind extends SelfAttentionModule {
  /**
   * @param x (…, n, width), or (b, n, width) with heads; weights (…, n, n) or (b, h, n, n) unless `needWeights` is false.
   * @param mask bool (n, n), (b, n, n) or with heads (b, 1 or h, n, n), each size possibly 1: true where a query may attend.
   */
  override forward<W extends boolean = true>(
    x: Tensor,
    mask?: Tensor,
    given?: WeightsOptions<W>,
  ): AttendedIf<W> {
    return this.attend<W>([x, mask, given], x, { ...given, mask });
  }
}
