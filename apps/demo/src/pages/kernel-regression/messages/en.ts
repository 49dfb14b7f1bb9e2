export const en = {
  title: "Kernel regression",
  lead: "Attention in one dimension: a kernel turns the distance from query to key into a weight.",

  cuesTitle: "Two kinds of cue",
  cuesText:
    "Without a cue, weights follow what stands out, the same for everyone. A cue is a query: weights follow what you want.",
  cueSaid: (most: string, weight: string): string => `The largest weight, ${weight}, goes to the ${most}.`,
  cue: "You want something",
  cues: { salient: "no cue", read: "to read", eat: "to eat", write: "to write with" },

  plotTitle: "One query, all keys",
  curve: "Show weights of",
  ways: { average: "the average", fixed: "a fixed kernel", learned: "the learned kernel" },
  lineNames: { truth: "true curve", average: "average", fixed: "fixed kernel", learned: "learned kernel" },
  shortNames: { truth: "true", average: "mean", fixed: "fixed", learned: "learned" },
  noEstimate: "no estimate",
  predictionIs: "prediction = Σ weight · y",
  dots: {
    drawn: (noise: string): string => `Dots are samples of 2 sin x + x^0.8 with noise of deviation ${noise}.`,
    exact: "Dots are samples of 2 sin x + x^0.8 without noise.",
    own: "Dots are the points as you changed them.",
  },
  between: " ",
  pointSize: "The larger a dot, the more weight.",
  pointHint: "Drag one to move it, double-click to add one.",
  pointHintTouch: "Drag one to move it, tap twice to add one.",
  keyHint:
    "With the keyboard: Left and Right select a point, Up and Down move it, Shift+Left and Shift+Right move it sideways, Delete removes it.",
  addPoint: "Add at the query",
  removePoint: "Remove selected",
  backToSeed: "Restore the seed's points",
  tooFew: "At least three points are needed.",
  tooMany: (most: number): string => `At most ${most} points.`,
  noKey: (h: string, query: string): string =>
    `No key is within ${h} of the query ${query}. All weights are 0, there is nothing to average, and the curve has a gap. Widen the bandwidth, or move the query.`,
  gaps: (h: string): string =>
    `The curve has gaps: where no key is within ${h} of the query, there is nothing to average.`,

  kernel: "Kernel",
  kernels: {
    gaussian: "Gaussian",
    boxcar: "Boxcar",
    epanechnikov: "Epanechnikov",
    triangular: "Triangular",
  },
  bandwidth: "Bandwidth",
  noise: "Noise",
  n: "Points",
  seed: "Seed",

  trainTitle: "Learn the kernel width",
  trainText:
    "The learned kernel has one weight w: softmax(−½ (w (query − key))²). Each point is predicted from all others. As w grows, fewer keys count.",
  step: "Step",
  run: "Run",
  pause: "Pause",
  reset: "Reset",
  rate: "Learning rate",
  epoch: "step",
  loss: "loss",
  status: (epoch: number, loss: string, w: string): string => `Step ${epoch}, loss ${loss}, w ${w}`,
  untrained: (w: string): string => `Untrained, w ${w}`,
  otherPoints: "The points have changed since.",
  lossLabel: (first: string, last: string, steps: number): string =>
    `Loss over ${steps} steps, from ${first} to ${last}`,
  lossTitle: "Loss, each point predicted from the others",
  heatTitle: (way: string, effective: string, greatest: string): string =>
    `${way}: ${effective} effective keys per query, weights up to ${greatest}`,
  heatCaption: "Heatmaps: a row is a query, from x = 0 (top) to 4.9, a column is a key.",
  heatScale: (greatest: string): string => `Both have one colour scale: 0 dark, ${greatest} brightest.`,
  heatLabel: (way: string, effective: string): string =>
    `Weights of ${way} for 50 queries and all keys; effective keys per query: ${effective} on average.`,

  sumTitle: "This query in numbers",
  sumText: "key, distance, score, weight, value, and contribution to the prediction",
  key: "key x",
  distance: "query − key",
  score: "score",
  weight: "weight",
  value: "value y",
  product: "weight · value",
  total: "sum",

  questions: [
    {
      question: "What does a Gaussian kernel predict with a very large bandwidth?",
      choices: ["the average", "the true curve", "the nearest point"],
      right: 0,
      answer:
        "The larger the bandwidth, the more equally near all keys are: weights tend to 1/n, the curve to the average.",
    },
    {
      question: "A boxcar of bandwidth 0.1 stands where no key is within 0.1. What is the estimate?",
      choices: ["the nearest value", "zero", "there is none"],
      right: 2,
      answer: "All weights are 0 and there is nothing to average: the curve has a gap there.",
    },
    {
      question: "Why is w not learned by predicting each point from all points, itself included?",
      choices: ["too slow", "the narrowest wins", "w goes to 0"],
      right: 1,
      answer:
        "A point that sees itself is predicted perfectly by a kernel so narrow that only it counts. So each point is predicted from the others.",
    },
  ],
};
