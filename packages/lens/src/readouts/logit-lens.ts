// The residual stream of each layer as logits: the logit lens, and the tuned lens with a learned map per layer.

import { noGrad } from "@saccade/autograd";
import { functionalCall, init, Linear, Module } from "@saccade/nn";
import { ShapeError, scope, stack, type Tensor } from "@saccade/tensor";
import { iterable } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { type ActivationCache, cacheRule } from "../cache/activation-cache.ts";
import { anatomyRule, type KnownAnatomy } from "../cache/anatomy.ts";
import { type PosSlice, posSlice, Reading } from "../cache/residual.ts";
import { upTo } from "../names.ts";
import { declare } from "../run/calls.ts";

const given = { cache: cacheRule };
const lensed = declare("logitLens(cache, { posSlice: -1 })", {
  given,
  options: {
    /** Whether the stream between attention and MLP is read too. Default false. */
    inclMid: c.flag(false),
    /** Which positions. Default all. */
    posSlice,
    ...anatomyRule,
  },
});

/** Options of {@link logitLens}. */
export interface LogitLensOptions extends c.OptionsOf<typeof lensed, typeof anatomyRule> {}

/** The result of {@link logitLens}. It is a named tuple. */
export interface LogitLensResult extends Iterable<Tensor | readonly string[]> {
  /** (layers + 1, b, positions, vocabSize), or (layers + 1, b, vocabSize) for one position. The last are the model's own. */
  readonly logits: Tensor;
  /** "0_pre", "1_pre", …, "final_post", and "0_mid", … with `inclMid`. */
  readonly labels: readonly string[];
}

/**
 * The logit lens (nostalgebraist 2020): the logits that the model would give if its remaining layers did nothing. The last
 * norm and the unembedding are applied to the residual stream before each layer. A model whose layers normalize
 * the stream itself has no last norm; a Bert needs its `maskedHead`.
 *
 * @param cache with `hook_resid_pre` of each layer and `hook_resid_post` of the last
 * @throws ArgumentError for a model without an {@link Anatomy}, or a site that was not cached.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 2, numHeads: 2 });
 * const { cache } = runWithCache(gpt, tensor([[1, 2, 3]], { dtype: "int32" }));
 * logitLens(cache, { posSlice: -1 }).logits.shape // [3, 1, 9]
 */
export function logitLens(cache: ActivationCache, options: LogitLensOptions = {}): LogitLensResult {
  const call = lensed([cache, options]);
  const { inclMid, posSlice } = call;
  const { anatomy } = new Reading(call);
  return noGrad(() => {
    const stream = cache.accumulatedResid({ inclMid, posSlice, anatomy, returnLabels: true });
    return iterable({ logits: logitsOf(anatomy, stream.components), labels: stream.labels });
  });
}

/** The last norm and the unembedding. */
function logitsOf({ finalNorm, unembed }: KnownAnatomy, stream: Tensor): Tensor {
  return unembed(finalNorm?.forward(stream) ?? stream);
}

const constructed = declare("new TunedLens(gpt.settings.numLayers, gpt.settings.dModel)", {
  given: { numLayers: c.required(c.size()), dModel: c.required(c.size()) },
});
const forward = declare("lens.forward(cache, { posSlice: -1 })", {
  given,
  options: {
    /** Which positions. Default all. */
    posSlice,
    ...anatomyRule,
  },
});
const loss = declare("lens.loss(cache)", { given, options: anatomyRule });

/** Options of {@link TunedLens.forward}. */
export interface TunedLensOptions extends c.OptionsOf<typeof forward, typeof anatomyRule> {}

/**
 * The tuned lens (Belrose et al. 2023): one affine map per layer translates the residual stream for the last norm and the
 * unembedding, h ↦ unembed(norm(h + A h + b)). Trained on the divergence from the model's own logits, it predicts better
 * than `logitLens`, which it is at first: A and b start as zeros. The model does not change.
 *
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 2, numHeads: 2 });
 * const { cache } = runWithCache(gpt, tensor([[1, 2, 3]], { dtype: "int32" }));
 * const lens = new TunedLens(2, 8);
 * const adam = new Adam(lens, { lr: 1e-2 });
 * adam.step(() => lens.loss(cache));
 * lens.forward(cache).shape // [3, 1, 3, 9]
 */
export class TunedLens extends Module {
  /** The map of the stream before each layer, dModel → dModel; it is added to the stream. */
  readonly translators: Linear[];

  /**
   * @param numLayers the number of the model's layers
   * @param dModel the width of its residual stream
   */
  constructor(numLayers: number, dModel: number) {
    constructed([numLayers, dModel]);
    super();
    this.translators = upTo(numLayers).map(() => {
      const linear = new Linear(dModel, dModel);
      init.zeros(linear.weight);
      init.zeros(linear.bias!);
      return linear;
    });
  }

  /**
   * The logits at each layer, the last of which are the model's own.
   *
   * @param cache with `hook_resid_pre` of each layer and `hook_resid_post` of the last
   * @returns (layers + 1, b, positions, vocabSize), or (layers + 1, b, vocabSize) for one position
   * @throws ArgumentError for a model without an {@link Anatomy}, or a site that was not cached; ShapeError for a model of other
   * sizes.
   */
  override forward(cache: ActivationCache, options: TunedLensOptions = {}): Tensor {
    const call = forward([cache, options]);
    return scope(() => this.#logits(call, call.posSlice));
  }

  /**
   * The mean over layers and positions of KL(p ‖ q) = Σ p log (p / q), where p is the model's prediction and q the lens's at a
   * layer. Training minimizes it.
   *
   * @param cache of a batch of training inputs
   * @throws as {@link forward}.
   */
  loss(cache: ActivationCache, options: Pick<TunedLensOptions, "anatomy"> = {}): Tensor {
    return scope(() => this.divergences(cache, options).mean());
  }

  /**
   * KL(p ‖ q) of each layer, with its mean over positions: (layers).
   *
   * @param cache of a batch of inputs
   * @throws as {@link forward}.
   */
  divergences(cache: ActivationCache, options: Pick<TunedLensOptions, "anatomy"> = {}): Tensor {
    const call = loss([cache, options]);
    return scope(() => {
      const logits = this.#logits(call);
      const layers = this.translators.length;
      const p = logits.select(0, layers).detach().logSoftmax(-1);
      const q = logits.narrow(0, 0, layers).logSoftmax(-1); // (layers, b, n, vocabSize)
      return p.exp().mul(p.sub(q)).sum(-1).mean([1, 2]);
    });
  }

  #logits(call: ReturnType<typeof loss>, posSlice?: PosSlice): Tensor {
    const { what, cache } = call;
    const { anatomy } = new Reading(call);
    const { length } = this.translators;
    if (length !== anatomy.numLayers)
      throw new ShapeError(
        `${what}: the lens has ${length} layers, ${cache.model.constructor.name} has ${anatomy.numLayers}; make a lens for this model.`,
      );
    const stream = noGrad(() => cache.accumulatedResid({ posSlice, anatomy })).unbind(0);
    const moved = stream.map((h, layer) => this.translators[layer]?.forward(h).add(h) ?? h);
    return frozen(cache.model, (all) => logitsOf(anatomy, all), stack(moved));
  }
}

/** A part of a model, which computes with other values in place of the model's parameters. */
class Part extends Module {
  readonly model: Module;
  readonly run: (x: Tensor) => Tensor;

  constructor(model: Module, run: (x: Tensor) => Tensor) {
    super();
    this.model = model;
    this.run = run;
  }

  override forward(x: Tensor): Tensor {
    return this.run(x);
  }
}

// Training the lens does not update the model's parameters.
function frozen(model: Module, run: (x: Tensor) => Tensor, x: Tensor): Tensor {
  const values = Object.entries(model.namedParameters()).map(([name, p]) => [`model.${name}`, p.detach()]);
  return functionalCall(new Part(model, run), Object.fromEntries(values), [x]);
}
