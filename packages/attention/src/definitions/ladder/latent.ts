// Keys and values from a small latent vector, which is all that a cache has to keep.

import { cat, type Tensor } from "@saccade/tensor";
import { type Attended, attend } from "../attention.ts";
import { causalMask } from "../masks.ts";
import { mapped, mergeHeads, splitHeads } from "../multi-head.ts";
import { rotary } from "../positions.ts";
import { normalizedRows } from "./softmax.ts";

/** The weights of {@link latentAttention}, linear maps (out, in). */
export interface LatentWeights {
  /** (rq, e): the queries' own compression. Default: none, `upQuery` and `turnedQuery` act on x. */
  readonly downQuery?: Tensor | undefined;
  /** (rq): the norm of compressed queries. */
  readonly queryNorm?: Tensor | undefined;
  /** (h dn, rq | e). */
  readonly upQuery: Tensor;
  /** (h dr, rq | e): the part of queries that turns with the position. */
  readonly turnedQuery: Tensor;
  /** (r, e): from a token to its latent vector. */
  readonly down: Tensor;
  /** (r): the norm of latent vectors. */
  readonly norm: Tensor;
  /** (dr, e): the part of keys that turns, one for all heads. */
  readonly turnedKey: Tensor;
  /** (h dn, r): from latent vectors to the keys' part that does not turn. */
  readonly upKey: Tensor;
  /** (h dv, r). */
  readonly upValue: Tensor;
  /** (e, h dv). */
  readonly out: Tensor;
}

/** What is kept of earlier tokens: r + dr numbers each, for all heads together. */
export interface LatentCache {
  /** (b, t, r), after its norm. */
  readonly latent: Tensor;
  /** (b, t, dr), turned. */
  readonly turned: Tensor;
}

/** How {@link latentAttention} computes. */
export interface LatentTerms {
  /** What is kept of earlier tokens. Default: none. */
  readonly cache?: LatentCache | undefined;
  /**
   * Computes the same without making keys and values: the map from latents to keys moves to the queries, and that to values behind
   * the mean, so that decoding reads the latents alone. Default false.
   */
  readonly absorbs?: boolean;
  /** Added to the norms' mean squares. Default 1e-6. */
  readonly eps?: number;
  /** The base of the rotation's angles. Default 10000. */
  readonly base?: number;
  /** bool, true where a query may attend, broadcast to (b, h, t, s). Default the keys up to its own position. */
  readonly mask?: Tensor | undefined;
}

/**
 * Multi-head latent attention (DeepSeek-V2 2024, section 2.1): keys and values come from one latent vector of each token,
 * positions from a small part of queries and keys that is turned. x (b, t, e) → output (b, t, e), and the cache with the new tokens.
 *
 * @example
 * const [one, two] = [ones([1, 1]), ones([2, 1])];
 * const kept = { down: one, norm: ones([1]), turnedKey: two };
 * const weights = { upQuery: one, turnedQuery: two, ...kept, upKey: one, upValue: one, out: one };
 * latentAttention(ones([1, 3, 1]), weights, 1).latent.shape // [1, 3, 1]
 */
// #region latent
export function latentAttention(
  x: Tensor,
  weights: LatentWeights,
  heads: number,
  { cache, absorbs = false, eps = 1e-6, base = 10_000, mask }: LatentTerms = {},
): LatentCache & Attended {
  const { downQuery, queryNorm, upQuery, turnedQuery, down, norm, turnedKey, upKey, upValue, out } = weights;
  const perHead = (y: Tensor, W: Tensor): Tensor => splitHeads(mapped(y, W), heads); // (b, h, t, d)
  const ofHeads = (W: Tensor): Tensor => W.reshape([heads, -1, W.size(1)]); // (h, d, r)
  const start = cache ? cache.latent.size(1) : 0;
  const turn = (y: Tensor): Tensor => rotary(y, start, { base, interleaved: true });
  const joined = (old: Tensor | undefined, y: Tensor): Tensor => (old ? cat([old, y], 1) : y);

  const compressed = downQuery ? normalizedRows(mapped(x, downQuery), "rms", queryNorm, eps) : x;
  const plain = perHead(compressed, upQuery); // (b, h, t, dn)
  const queries = turn(perHead(compressed, turnedQuery)); // (b, h, t, dr)
  const latent = joined(cache?.latent, normalizedRows(mapped(x, down), "rms", norm, eps)); // (b, s, r)
  const turned = joined(cache?.turned, turn(mapped(x, turnedKey))); // (b, s, dr)

  const [ofLatents, ofTurned] = [latent.unsqueeze(1), turned.unsqueeze(1)]; // (b, 1, s, …)
  const byContent = absorbs
    ? plain.matmul(ofHeads(upKey)).matmul(ofLatents.transpose(-2, -1))
    : plain.matmul(perHead(latent, upKey).transpose(-2, -1));
  const byPosition = queries.matmul(ofTurned.transpose(-2, -1)); // (b, h, t, s)
  const scale = 1 / Math.sqrt(plain.size(-1) + queries.size(-1));
  // A single query, after all keys, sees all of them.
  const past = mask ?? (x.size(1) > 1 ? causalMask(x.size(1), latent.size(1), start, x.backend) : undefined);
  const values = absorbs ? ofLatents.expand([-1, heads, -1, -1]) : perHead(latent, upValue);
  const { output: read, weights: shares } = attend(byContent.add(byPosition).mul(scale), values, past);
  const mixed = absorbs ? read.matmul(ofHeads(upValue).transpose(-2, -1)) : read; // (b, h, t, dv)
  return { output: mapped(mergeHeads(mixed), out), weights: shares, latent, turned };
}
// #endregion latent
