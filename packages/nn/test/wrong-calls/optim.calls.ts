import { ones, type Tensor } from "@saccade/tensor";
import { arg, type Call, positive } from "../../../tensor/test/walk.ts";
import { Linear } from "../../src/index.ts";

const { POSITIVE_INFINITY: inf, MIN_VALUE: tiny } = Number;
const net = new Linear(2, 1);
const { weight } = net;
const x = ones([1, 2]);
const matrix = new Linear(2, 1, { bias: false });
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
    step: { takes: { closure: () => net.forward(x).sum() }, keeps: true },
    update: {
      takes: { grads: arg([[arg([x, null]), null], { weight: x }], [{ weight: [1] }]) },
      keeps: true,
    },
    addParamGroup: { takes: { group: arg([{ params: [ones([1])] }], [{}, [], { params: [3] }]) } },
  },
  says: ["Optimizer", "clipGradNorm"],
});

const ofMatrix = {
  step: { takes: { closure: () => matrix.forward(x).sum() }, keeps: true },
  update: { takes: { grads: arg([[arg([x, null])], { weight: x }], [{ weight: [1] }]) }, keeps: true },
};

/** An optimizer without one of the common options. */
const without = <Own extends object>(name: "weightDecay" | "maximize", own: Own) => {
  const { options, ...call } = optimizer(own);
  const { [name]: _, ...left } = options;
  return { ...call, options: left };
};

/** The optimizers, and what they do to gradients. */
export const optim = {
  SGD: optimizer({ momentum: decay, dampening: arg([0, below1], [-tiny, 1, inf]), nesterov: arg([false]) }),
  Adam: optimizer({ betas, eps: positive(0.1), amsgrad: true }),
  AdamW: optimizer({ betas, eps: positive(0.1), amsgrad: true }),
  RMSprop: optimizer({ alpha: decay, eps: positive(0.1), momentum: decay, centered: true }),
  Adagrad: optimizer({ lrDecay: positive(1), initialAccumulatorValue: positive(1), eps: positive(0.1) }),
  NAdam: optimizer({ betas, eps: positive(0.1), momentumDecay: positive(0.1), decoupledWeightDecay: true }),
  RAdam: optimizer({ betas, eps: positive(0.1), decoupledWeightDecay: true }),
  Adamax: optimizer({ betas, eps: positive(0.1) }),
  Adadelta: optimizer({ rho: decay, eps: positive(0.1) }),
  Lion: optimizer({ betas }),
  ASGD: optimizer({ lambd: positive(0.1), alpha: arg([0.5, -1, inf]), t0: positive(2) }),
  Rprop: without("weightDecay", {
    etas: arg([[0.5, 1.2]], [[1, 1.2], [0.5, 1], [0, 1.2], [0.5], ["0.5", 1.2]]), // biome-ignore format: one line
    stepSizes: arg([[0, 1]], [[-1, 1], [1], [0, inf], [50, 1e-6]]), // biome-ignore format: one line
  }),
  Muon: {
    ...without("maximize", {
      momentum: decay,
      nesterov: true,
      nsCoefficients: arg([[1.5, -0.5, 0]], [[1, 2], [1, 2, "3"]]), // biome-ignore format: one line
      eps: positive(0.1),
      nsSteps: arg([1, 99], [0, 100, 1.5]),
      adjustLrFn: arg(["original"], ["other"]),
    }),
    takes: { params: arg([matrix, [matrix.weight], { w: matrix.weight }, [{ params: matrix, lr: 1 }]]) },
    methods: ofMatrix,
  },
  LBFGS: {
    takes: optimizer({}).takes,
    options: {
      lr: positive(1),
      maxIter: arg([1, 20], [0, 1.5]),
      maxEval: arg([1, 25, null], [0, 1.5]),
      toleranceGrad: positive(1e-7),
      toleranceChange: positive(1e-9),
      historySize: arg([1, 100], [0, 1.5]),
      lineSearchFn: arg(["strong_wolfe", null], ["wolfe"]),
    },
    methods: { step: { takes: { closure: () => net.forward(x).sum() } } },
    says: ["Optimizer"],
  },
  AveragedModel: {
    keeps: true,
    takes: { model: net },
    options: { avgFn: arg([(a: Tensor) => a]) },
    methods: { use: { takes: { work: () => 3 } } },
  },
  getEmaAvgFn: { takes: { decay: arg([0.5, 0, undefined], [1, -1]) } },
  getSwaAvgFn: { takes: {} },
  parametersToVector: { takes: { parameters: arg([[x, weight], []]) } },
  vectorToParameters: {
    takes: { vector: arg([ones([2])], [ones([3]), ones([1, 2])]), parameters: arg([[ones([2])]]) },
  },
  clipGradNorm: {
    takes: { grads, maxNorm: arg([1, tiny, inf, () => 1], [0, -1]) },
    options: { normType: arg([2, 1, inf], [0.5]), eps: positive(0.1) },
  },
  clipGradValue: { takes: { grads, value: above0 } },
  checkFinite: { takes: { loss: arg([x.sum()], [3]), step: 1 } },
} satisfies Record<string, Call>;
