import { type AttentionCache, attend } from "@saccade/attention";
import { isWatched, Linear, Module, nameSites, site } from "@saccade/nn";
import { ones, type Tensor, where } from "@saccade/tensor";
import type { AttentionCall, OwnAttended } from "../../src/index.ts";

/** The mean of the values that may be attended to: one head, no parameters. */
export class Averaging extends Module {
  readonly numHeads = 1;

  override forward(q: Tensor, k: Tensor, v: Tensor, { mask }: AttentionCall): OwnAttended {
    const [b, lq, lk] = [q.size(0), q.size(1), k.size(1)];
    const all = ones([b, 1, lq, lk], { backend: q.backend });
    const open = mask ? all.mul(mask.to("float32")) : all;
    const weights = open.div(open.sum(-1, { keepdim: true }).maximum(1)); // (b, 1, lq, lk)
    return { output: weights.squeeze(1).matmul(v), weights };
  }
}

/** φ(q) Σ φ(k)ᵀ v / φ(q) Σ φ(k), φ = exp (Katharopoulos et al. 2020): without weights. */
export class LinearAttention extends Module {
  readonly numHeads = 1;
  readonly cached = true;
  qk: Linear;
  out: Linear;

  constructor(embedDim: number) {
    super();
    this.qk = new Linear(embedDim, 2 * embedDim);
    this.out = new Linear(embedDim, embedDim);
    nameSites(this, { sites: ["hook_z"] });
  }

  override forward(q: Tensor, k: Tensor, v: Tensor, { mask, cache }: AttentionCall): OwnAttended {
    const [query] = this.qk.forward(q).chunk(2, -1);
    const [, key] = this.qk.forward(k).chunk(2, -1);
    const [keys, values] = known(cache, key!, v);
    const products = query!.tanh().exp().matmul(keys.tanh().exp().transpose(-2, -1)); // (b, lq, lk)
    const open = mask ? where(mask.squeeze(1), products, 0) : products;
    const z = open.matmul(values).div(open.sum(-1, { keepdim: true }).add(1e-6));
    return { output: this.out.forward(site(this, "hook_z", z)) };
  }
}

/** Dot products of one head, whose output a gate lets through; with a cache and sites. */
export class Gated extends Module {
  readonly numHeads = 1;
  readonly cached = true;
  gate: Linear;

  constructor(embedDim: number) {
    super();
    this.gate = new Linear(embedDim, embedDim);
    nameSites(this, { sites: ["hook_pattern", "hook_gate"] });
  }

  override forward(q: Tensor, k: Tensor, v: Tensor, { mask, cache }: AttentionCall): OwnAttended {
    const [keys, values] = known(cache, k, v);
    const scores = q.matmul(keys.transpose(-2, -1)).unsqueeze(1); // (b, 1, lq, lk)
    const found = attend(scores, values.unsqueeze(1), { mask });
    const weights = site(this, "hook_pattern", found.weights);
    const read = isWatched(this, "hook_pattern") ? weights.matmul(values.unsqueeze(1)) : found.output;
    const gate = site(this, "hook_gate", this.gate.forward(q).sigmoid());
    return { output: read.squeeze(1).mul(gate), weights };
  }
}

// Keys and values (b, lk, width), with those of the calls before.
function known(cache: AttentionCache | undefined, k: Tensor, v: Tensor): [Tensor, Tensor] {
  if (cache === undefined) return [k, v];
  const heads = (x: Tensor): Tensor => x.unsqueeze(1);
  const [keys, values] = cache.fixed && cache.length > 0 ? cache.read() : cache.append(heads(k), heads(v));
  return [keys.squeeze(1), values.squeeze(1)];
}
