import { apply, apply1, isRecording } from "../../apply.ts";
import { isFloat } from "../../dtype.ts";
import { DTypeError, ShapeError } from "../../errors.ts";
import { inOrder } from "../../iterate.ts";
import type { HostArray, Meta, Op } from "../../op.ts";
import { formatShape, sameShape } from "../../shape.ts";
import type { Tensor } from "../../tensor.ts";
import { cat } from "../join.ts";
import { noAttrs } from "../map.ts";
import { sigmoid as sigmoidValue } from "../special.ts";
import { split } from "../split.ts";

type Inputs = readonly [fromX: Tensor, fromH: Tensor, h: Tensor];
type Gradients = readonly [fromX: Tensor, fromH: Tensor, h: Tensor];

/** The gates of a gated recurrent unit: from W x + b and U h + c, each (…, 3H), and h (…, H) to the next h. */
export const gruGatesOp: Op<Inputs, readonly [Tensor], object> = {
  name: "gruGates",
  infer: ([fromX, fromH, h]) => [checkGates(fromX, fromH, h)],
  forward: ([fromX, fromH, h], [out]) => gatesForward(fromX, fromH, h, out),
  gradient([g], [fromX, fromH, h]) {
    let grads: Gradients | undefined;
    const all = (): Gradients => {
      // A tape that listens wants gradients of these gradients: it is shown the formula instead of the kernel.
      grads ??= isRecording()
        ? backwardOfOps(g, fromX, fromH, h)
        : apply(gruGatesBackwardOp, [g, fromX, fromH, h], noAttrs);
      return grads;
    };
    return [() => all()[0], () => all()[1], () => all()[2]];
  },
};

/** The gradients of {@link gruGatesOp} for a cotangent g (…, H). Only used where no tape listens. */
export const gruGatesBackwardOp: Op<readonly [Tensor, ...Inputs], Gradients, object> = {
  name: "gruGatesBackward",
  infer: ([, fromX, fromH, h]) => [meta(fromX), meta(fromH), meta(h)],
  forward: ([g, fromX, fromH, h], outs) => gatesBackward(g, fromX, fromH, h, outs),
  gradient: () => [null, null, null, null],
};

function meta({ shape, dtype }: Meta): Meta {
  return { shape, dtype };
}

function checkGates(fromX: Meta, fromH: Meta, h: Meta): Meta {
  const gates = [...h.shape.slice(0, -1), 3 * (h.shape.at(-1) ?? 0)];
  if (h.shape.length === 0 || !sameShape(fromX.shape, gates) || !sameShape(fromH.shape, gates)) {
    throw new ShapeError(
      `gruGates: ${formatShape(fromX.shape)}, ${formatShape(fromH.shape)} and h ${formatShape(h.shape)} must be ` +
        "(…, 3H), (…, 3H) and (…, H).",
    );
  }
  if (!isFloat(h.dtype) || fromX.dtype !== h.dtype || fromH.dtype !== h.dtype) {
    throw new DTypeError(`gruGates: ${fromX.dtype}, ${fromH.dtype} and ${h.dtype} must be one float type.`);
  }
  return meta(h);
}

function gatesForward(fromX: HostArray, fromH: HostArray, h: HostArray, out: HostArray): void {
  const hidden = h.shape.at(-1)!;
  const x = inOrder(fromX);
  const u = inOrder(fromH);
  const before = inOrder(h);
  for (let i = 0; i < out.data.length; i++) {
    const at = gateIndex(i, hidden);
    const r = sigmoidValue(x.data[x.offset + at]! + u.data[u.offset + at]!);
    const z = sigmoidValue(x.data[x.offset + at + hidden]! + u.data[u.offset + at + hidden]!);
    const n = Math.tanh(x.data[x.offset + at + 2 * hidden]! + r * u.data[u.offset + at + 2 * hidden]!);
    out.data[i] = n + z * (before.data[before.offset + i]! - n);
  }
}

function gatesBackward(
  g: HostArray,
  fromX: HostArray,
  fromH: HostArray,
  h: HostArray,
  outs: readonly HostArray[],
): void {
  const hidden = h.shape.at(-1)!;
  const grad = inOrder(g);
  const x = inOrder(fromX);
  const u = inOrder(fromH);
  const before = inOrder(h);
  const [dx, du, dh] = [outs[0]!.data, outs[1]!.data, outs[2]!.data];
  for (let i = 0; i < dh.length; i++) {
    const at = gateIndex(i, hidden);
    const un = u.data[u.offset + at + 2 * hidden]!;
    const r = sigmoidValue(x.data[x.offset + at]! + u.data[u.offset + at]!);
    const z = sigmoidValue(x.data[x.offset + at + hidden]! + u.data[u.offset + at + hidden]!);
    const n = Math.tanh(x.data[x.offset + at + 2 * hidden]! + r * un);
    const d = grad.data[grad.offset + i]!;
    const dn = d * (1 - z) * (1 - n * n); // at tanh's argument
    const dr = dn * un * r * (1 - r); // at r's sigmoid's
    const dz = d * (before.data[before.offset + i]! - n) * z * (1 - z);
    dx[at] = dr;
    dx[at + hidden] = dz;
    dx[at + 2 * hidden] = dn;
    du[at] = dr;
    du[at + hidden] = dz;
    du[at + 2 * hidden] = dn * r;
    dh[i] = d * z;
  }
}

// Where element i of (…, H) has its first gate in (…, 3H).
function gateIndex(i: number, hidden: number): number {
  return i + 2 * hidden * Math.floor(i / hidden);
}

function backwardOfOps(g: Tensor, fromX: Tensor, fromH: Tensor, h: Tensor): Gradients {
  const hidden = h.size(-1);
  const [xr, xz, xn] = split(fromX, hidden, -1) as [Tensor, Tensor, Tensor];
  const [ur, uz, un] = split(fromH, hidden, -1) as [Tensor, Tensor, Tensor];
  const r = xr.add(ur).sigmoid();
  const z = xz.add(uz).sigmoid();
  const n = xn.add(r.mul(un)).tanh();
  const dn = g.mul(z.rsub(1)).mul(n.square().rsub(1));
  const dr = dn.mul(un).mul(r).mul(r.rsub(1));
  const dz = g.mul(h.sub(n)).mul(z).mul(z.rsub(1));
  return [cat([dr, dz, dn], -1), cat([dr, dz, dn.mul(r)], -1), g.mul(z)];
}

/**
 * One step of a gated recurrent unit once its products are made: r, z = σ(x + u), n = tanh(xₙ + r uₙ),
 * h' = (1 − z) n + z h (Cho et al. 2014, the reset inside, as cuDNN and PyTorch). Gates stand as r, z, n.
 *
 * @param fromX W x + b, (…, 3H)
 * @param fromH U h + c, (…, 3H)
 * @param h (…, H)
 * @throws ShapeError, DTypeError when they do not belong together.
 */
export function gruGates(fromX: Tensor, fromH: Tensor, h: Tensor): Tensor {
  return apply1(gruGatesOp, [fromX, fromH, h], noAttrs);
}
