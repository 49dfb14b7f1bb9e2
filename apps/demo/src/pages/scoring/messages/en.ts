const anna = ["Anna", "lost", "her", "keys"];
const house = ["in", "the", "white", "house"];

export const en = {
  title: "Scoring and masks",
  lead: "Queries score keys, softmax turns scores into weights, weights mix the values.",
  presets: {
    pronoun: "pronoun",
    previous: "previous token",
    copy: "copy",
    translation: "translation",
  },
  preset: "Example",
  edited: "edited",
  restore: "Restore its numbers",
  meaning: {
    pronoun: {
      columns: "A key says what its word is, a query what it looks for.",
      asks: "“her” looks for a person (3), not for a pronoun (−1) or a thing (−1).",
      found: "It finds Anna.",
    },
    previous: {
      columns: "A key says its position; a query names a position.",
      asks: "Each query names the position before its own; the first word has none, and its query is 0.",
      found: "Each word but the first finds the one before it.",
    },
    copy: {
      columns: "A key says its position; a query names a position.",
      asks: "Each query names its own.",
      found: "Each word finds itself: the largest weights lie on the diagonal.",
    },
    translation: {
      columns: "French words query English ones; columns are parts of speech.",
      asks: "“maison” looks for a noun, “blanche” for an adjective.",
      found: "They find “house” and “white”, in the other order.",
    },
  },
  between: " ",

  query: "Query",
  matrices: { q: "Q, queries", k: "K, keys", v: "V, values" },
  matrixTabs: "Edit the matrices",
  cell: (matrix: string, row: string, col: string): string => `${matrix}: ${row}, ${col}`,
  wrongCell: (matrix: string, row: string, col: string, text: string): string =>
    `“${text}” in ${matrix}, row ${row}, column ${col}, is not a number from −999 to 999. Type one such as 2 or −0.5; until then the cell keeps its last number.`,
  figureTitle: "Scoring in motion",
  hint: "Point at a score to see its query and its key, at a weight to see its value. Click a score to mask it.",
  hintTouch:
    "Tap a score to see its query and its key, a weight to see its value. Tap a score again to mask it.",

  scoring: "Score",
  scoreNames: {
    scaled: "scaled dot",
    dot: "dot",
    additive: "additive",
    gaussian: "Gaussian",
    average: "none (mean)",
  },
  temperature: "Temperature",
  validLen: "Valid length",
  keysOf: (count: number, all: number): string => (count === all ? "all keys" : `first ${count} of ${all}`),
  causal: "Causal: no query sees later keys",
  noCausal:
    "No causal mask here: queries and keys are two different sentences, so no key comes after a query.",
  clearMask: (count: number): string => `Unmask ${count} clicked`,
  heads: "Heads",
  head: "Head shown",
  seed: "Seed of the additive layer",
  random:
    "W, U and w are random here, not trained, so these scores mean nothing: another seed, other scores.",
  formula: "What is computed",
  mask: {
    name: "mask",
    causal: "causal",
    length: (count: number): string => (count === 0 ? "no keys" : `first ${count} keys`),
    clicked: (count: number): string => (count === 1 ? "1 score" : `${count} scores`),
  },
  maskOf: (parts: string): string => `mask: −∞ where masked (${parts})`,

  rowTitle: (name: string): string => `The row of “${name}”`,
  rowText: "Softmax subtracts the largest score first; the weights stay the same and nothing overflows.",
  masked: "masked",
  outputIs: "output",

  spreadTitle: "Why divide by √d?",
  spreadText:
    "The dot product of random vectors is a sum of d products: its variance is d. The larger d, the farther the scores lie apart, and the more weight softmax gives to the largest; the gradient shrinks. Divided by √d, scores have variance 1 for any d.",
  spreadCaption: "Distribution of 4,096 scores of random queries and keys.",
  spreadLabel: (size: string, dot: string, scaled: string): string =>
    `Histogram for vectors of size ${size}: variance ${dot} for dot products, ${scaled} when scaled`,
  size: "Vector size d",
  variance: "variance",
  greatest: "largest of 8 weights",

  names: {
    pronoun: {
      queries: anna,
      keys: anna,
      features: ["person", "action", "pronoun", "thing"],
      meanings: ["female", "person", "thing", "past"],
    },
    previous: { queries: anna, keys: anna, features: ["1st", "2nd", "3rd", "4th"], meanings: anna },
    copy: { queries: anna, keys: anna, features: ["1st", "2nd", "3rd", "4th"], meanings: anna },
    translation: {
      queries: ["dans", "la", "maison", "blanche"],
      keys: house,
      features: ["prepos.", "article", "adject.", "noun"],
      meanings: house,
    },
  },
  questions: [
    {
      question: "“her” gives Anna 0.87 at temperature 1. What does it give her at temperature 0.3?",
      choices: ["less", "the same", "nearly all"],
      right: 2,
      answer:
        "Dividing by 0.3 spreads the scores apart: 10 against 1.67 and less, so softmax leaves almost nothing for the others.",
    },
    {
      question: "In “previous token”, what does the first word attend to without the causal mask?",
      choices: ["itself", "all words alike", "the last word"],
      right: 1,
      answer:
        "Its query is zero, so all its scores are 0, and softmax of equal scores is equal weights: 0.25 each.",
    },
    {
      question: "Every key of a query is masked. What is its output?",
      choices: ["NaN", "the mean of the values", "zeros"],
      right: 2,
      answer:
        "Masked keys do not exist here: no weight is left, so the output is 0. A softmax over nothing but −∞ would be NaN.",
    },
  ],
};
