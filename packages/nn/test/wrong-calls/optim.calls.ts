import { ones } from "@saccade/tensor";
import { arg, type Call, positive } from "../../../tensor/test/walk.ts";
import { Linear } from "../../src/index.ts";

const { POSITIVE_INFINITY: inf, MIN_VALUE: tiny } = Number;
const net = new Linear(2, 1);
const { weight } = net;
const x = ones([1, 2]);
const below1 = 1 - 2 ** -53;
/** A number from 0 and below 1. */
const decay = arg([0.5, 0, below1], [-tiny, 1, 2, inf]);
const above0 = arg([1, tiny, inf], [0, -1]);
const betas = arg([[0.9, 0.99], [0, below1]], [[0.9], [1, 0.9], [0.9, -tiny], ["0.9", 0.9]]); // biome-ignore format: one line
const clip = [0, -1, { maxNorm: 0 }, { maxNorm: 1, eps: -1 }, { maxNorm: 1, eps: inf }, {}];
const grads = arg([[arg([x, null])], { w: x }]);

/** An optimizer with options of its own. */
const optimizer = <Own extends object>(own: Own) => ({
  takes: { params: arg([net, [weight], { weight }, [{ params: [weight], lr: 1 }]]) },
  options: {
    lr: positive(0.1),
    weightDecay: positive(0.1),
    maximize: true,
    clipGradNorm: arg([1, tiny, inf, { maxNorm: tiny, eps: 0, normType: 1 }], clip),
    ...own,
  },
  methods: {
    step: { takes: { closure: () => net.forward(x).sum() } },
    update: { takes: { grads: arg([[arg([x, null]), null], { weight: x }], [{ weight: [1] }]) } },
  },
  says: ["Optimizer", "clipGradNorm"],
});

/** The optimizers, and what they do to gradients. */
export const optim = {
  SGD: optimizer({ momentum: decay, dampening: arg([0, below1], [-tiny, 1, inf]), nesterov: arg([false]) }),
  Adam: optimizer({ betas, eps: positive(0.1), amsgrad: true }),
  AdamW: optimizer({ betas, eps: positive(0.1), amsgrad: true }),
  RMSprop: optimizer({ alpha: decay, eps: positive(0.1), momentum: decay, centered: true }),
  Adagrad: optimizer({ lrDecay: positive(1), initialAccumulatorValue: positive(1), eps: positive(0.1) }),
  clipGradNorm: {
    takes: { grads, maxNorm: arg([1, tiny, inf, () => 1], [0, -1]) },
    options: { normType: arg([2, 1, inf], [0.5]), eps: positive(0.1) },
  },
  clipGradValue: { takes: { grads, value: above0 } },
  checkFinite: { takes: { loss: arg([x.sum()], [3]), step: 1 } },
} satisfies Record<string, Call>;
