import { ArgumentError, arange, IndexError, ShapeError, stack, Tensor, where } from "@saccade/tensor";
import { checkElements, checkSameBackend, formatShape } from "@saccade/tensor/backend";
import { flag, required, type Settings, tensorRule, whole } from "@saccade/tensor/contract";
import { type Lengths, lengthsOf, lengthsRule } from "../recurrent/lengths.ts";
import { defineLoss, floats, moduleOfLoss, type OptionsOf, reduction } from "./loss.ts";

const inputs = () => ({
  logProbs: floats,
  targets: required(tensorRule("int32")),
  inputLengths: required(lengthsRule),
  targetLengths: required(lengthsRule),
});
type Inputs = Settings<ReturnType<typeof inputs>>;

// Used for ln 0, to keep ∞ − ∞ out of the gradients.
const never = -1e30;

const ctc = /* @__PURE__ */ defineLoss("ctcLoss(logProbs, targets, [50, 48], [12, 9])", () => ({
  options: {
    /** The class of the blank label. Default 0. */
    blank: whole(0, { min: 0 }),
    /** The mean divides each loss by its number of labels first. */
    reduction,
    /** Whether the loss of targets that are too long for their input is 0 instead of ∞. Default false. */
    zeroInfinity: flag(false),
  },
  inputs: inputs(),
  accepts(loss, { logProbs, targets }) {
    checkSameBackend(loss, [logProbs, targets]);
    if (logProbs.ndim === 3 || (logProbs.ndim === 2 && targets.ndim === 1)) return;
    throw new ShapeError(
      `${loss}: logProbs ${formatShape(logProbs.shape)}, expected (T, N, C), or (T, C) with targets (S).`,
    );
  },
  whole(given, { blank, reduction: how, zeroInfinity }) {
    const { x, labels, steps, counts } = batch(given, blank);
    const all = paths(x, labels, { blank, steps, counts });
    const total = where(all.gt(-never / 10), zeroInfinity ? 0 : Number.POSITIVE_INFINITY, all);
    // Adds 0, with the gradient exp(logProbs): of logits, whose log-softmax has Σ exp = 1, the gradient stays the same.
    const mass = where(beyond(x, steps), 0, x.exp().sum(2)).sum(0);
    const losses = total.add(where(all.gt(-never / 10), 0, mass.sub(mass.detach())));
    if (how === "sum") return losses.sum();
    if (how === "mean") return losses.div(counts.clamp({ min: 1 })).mean();
    return given.logProbs.ndim === 2 ? losses.reshape([]) : losses;
  },
}));

/** Options of {@link ctcLoss}. */
export interface CTCLossOptions extends OptionsOf<typeof ctc> {}

interface Batch {
  /** Log-probabilities (T, N, C). */
  readonly x: Tensor;
  /** Labels (N, S), padded with the blank. */
  readonly labels: Tensor;
  /** The steps of each input, (N). */
  readonly steps: Tensor;
  /** The labels of each target, (N). */
  readonly counts: Tensor;
}

function batch({ logProbs, targets, inputLengths, targetLengths }: Inputs, blank: number): Batch {
  const what = "ctcLoss";
  const x = logProbs.ndim === 3 ? logProbs : logProbs.unsqueeze(1);
  const [time, rows, classes] = [x.size(0), x.size(1), x.size(2)];
  if (blank >= classes) throw new IndexError(`${what}: blank is ${blank}, expected 0 to ${classes - 1}.`);
  const { backend } = x;
  const asRow = (lengths: Lengths): Lengths => (lengths instanceof Tensor ? lengths.reshape([-1]) : lengths);
  const steps = lengthsOf(what, "inputLengths", asRow(inputLengths), { steps: time, batch: rows, backend });
  const longest = targets.ndim === 2 ? targets.size(1) : targets.numel;
  const counts = lengthsOf(what, "targetLengths", asRow(targetLengths), {
    steps: longest,
    batch: rows,
    backend,
  });
  const table = targets.ndim === 2 ? targets : spread(targets, counts);
  if (table.ndim !== 2 || table.size(0) !== rows)
    throw new ShapeError(
      `${what}: targets ${formatShape(targets.shape)} for ${rows} inputs, expected (N, S), or all labels in one row.`,
    );
  const place = arange(0, table.size(1), 1, { dtype: "int32", backend });
  const inside = place.lt(counts.unsqueeze(1));
  const labels = where(inside, table, blank);
  checkElements(what, labels, (elements) => {
    const bad = elements.find((label) => label < 0 || label >= classes);
    if (bad !== undefined) throw new IndexError(`${what}: a target is ${bad}, expected 0 to ${classes - 1}.`);
  });
  checkElements(what, inside.logicalAnd(table.eq(blank)), (elements) => {
    if (elements.includes(1))
      throw new ArgumentError(
        `${what}: a target is the blank, ${blank}; targets hold labels only: leave blanks out, or write another { blank }.`,
      );
  });
  return { x, labels, steps, counts };
}

/** Labels in one row as a table (N, S). */
function spread(targets: Tensor, counts: Tensor): Tensor {
  const lengths = Array.from(counts.dataSync());
  const total = lengths.reduce((a, b) => a + b, 0);
  if (total !== targets.numel)
    throw new ShapeError(
      `ctcLoss: targets ${formatShape(targets.shape)} hold ${targets.numel} labels, but targetLengths sum to ${total}.`,
    );
  const width = lengths.reduce((a, b) => Math.max(a, b), 0);
  if (total === 0) return targets.reshape([counts.numel, 0]);
  const place = arange(0, width, 1, { dtype: "int32", backend: targets.backend });
  const start = counts.cumsum(0).sub(counts).unsqueeze(1);
  return targets.index([start.add(place).clamp({ max: total - 1 })]);
}

/** True for steps after the input's last, (T, N). */
function beyond(x: Tensor, steps: Tensor): Tensor {
  return arange(0, x.size(0), 1, { dtype: "int32", backend: x.backend }).unsqueeze(1).ge(steps);
}

/** −ln Σ p(path) over the paths of each target, (N): the forward recursion of Graves et al., equations 6 to 8. */
function paths(
  x: Tensor,
  labels: Tensor,
  { blank, steps, counts }: Omit<Batch, "x" | "labels"> & { blank: number },
): Tensor {
  const [time, rows] = [x.size(0), x.size(1)];
  if (time === 0) return where(counts.eq(0), 0, -never).to(x.dtype);
  const ends = labels.mul(0).add(blank);
  const states = stack([ends, labels], 2).flatten(1).pad([0, 1], { value: blank }); // (N, 2 S + 1): blank, label, blank, …
  const width = states.size(1);
  const twoBefore = states.pad([2, -2], { value: blank });
  const skips = states.ne(blank).logicalAnd(states.ne(twoBefore)); // a label may follow another one directly
  const scores = x.gather(2, states.unsqueeze(0).expand([time, rows, width])).clamp({ min: never }); // (T, N, 2 S + 1)
  const place = arange(0, width, 1, { dtype: "int32", backend: x.backend });
  const over = beyond(x, steps).unsqueeze(2);
  let alpha = where(place.lt(2), scores.select(0, 0), never);
  for (let t = 1; t < time; t++) {
    const one = alpha.pad([1, -1], { value: never });
    const two = where(skips, alpha.pad([2, -2], { value: never }), never);
    const next = stack([alpha, one, two]).logsumexp(0).add(scores.select(0, t));
    alpha = where(over.select(0, t), alpha, next);
  }
  const last = counts.mul(2).unsqueeze(1);
  const ended = place.eq(last).logicalOr(place.eq(last.sub(1)));
  const total = where(ended, alpha, never).logsumexp(1).neg();
  return where(steps.eq(0), where(counts.eq(0), 0, -never), total);
}

/**
 * The connectionist temporal classification loss (Graves et al. 2006): −ln of the probability of all ways to spell the
 * target over the steps of the input, with blanks between and labels that repeat. logProbs (T, N, C), as from
 * logSoftmax, targets (N, S) int32 or all labels in one row, and the lengths of both → a scalar, or (N) with reduction
 * "none"; (T, C) and (S) for a single input.
 *
 * The gradient is that of logits before logSoftmax, as in PyTorch: it passes logSoftmax unchanged.
 *
 * @throws ShapeError unless the sizes fit; IndexError for a label that is not a class or a length out of range, ArgumentError for a label that is the blank (where
 * the host can read them).
 * @example ctcLoss(zeros([4, 1, 3]).logSoftmax(2), tensor([[1, 2]], { dtype: "int32" }), [4], [2]) // tensor(0.8432)
 */
export function ctcLoss(
  logProbs: Tensor,
  targets: Tensor,
  inputLengths: Lengths,
  targetLengths: Lengths,
  options?: CTCLossOptions,
): Tensor {
  return ctc([logProbs, targets, inputLengths, targetLengths, options]);
}

/**
 * {@link ctcLoss} as a module, with its options.
 *
 * @example new CTCLoss().forward(zeros([4, 1, 3]).logSoftmax(2), tensor([[1, 2]], { dtype: "int32" }), [4], [2]) // tensor(0.8432)
 */
export class CTCLoss extends /* @__PURE__ */ moduleOfLoss(ctc, ctcLoss) {}
