import { noise } from "../../../attention/test/helpers.ts";
import { decoding, lens, loose, testRefused } from "./calls.ts";

testRefused({
  "beamSearch { beam_size }": [
    () => loose("beamSearch")(() => 0, 0, { bos: 1, eos: 2, maxSteps: 3, beam_size: 2 }),
    /did you mean "beamSize"/,
  ],
  "greedyDecode step of nothing": [
    () => loose("greedyDecode")(() => undefined, 0, decoding),
    /greedyDecode: what step returns must be \{ logProbs, state, weights \}/,
  ],
  "greedyDecode step of a row": [
    () => loose("greedyDecode")(() => ({ logProbs: noise([1, 5]), weights: lens }), 0, decoding),
    /float32\[1, 5\], must be \(vocabulary\); use flatten/,
  ],
  "greedyDecode prefix beyond the vocabulary": [
    () =>
      loose("greedyDecode")(() => ({ logProbs: noise([5]), weights: lens }), 0, { ...decoding, prefix: [9] }),
    /prefix has token 9, beyond the vocabulary of 5/,
  ],
  "beamSearch step of nothing": [
    () => loose("beamSearch")(() => undefined, 0, decoding),
    /beamSearch: what step returns must be/,
  ],
  "corpusBleu(one, two)": [() => loose("corpusBleu")(["a"], ["a", "b"]), /1 predictions and 2 references/],
  "corpusBleu([], [])": [() => loose("corpusBleu")([], []), /predictions is empty/],
  "alignmentLinks of too few rows": [
    () => loose("alignmentLinks")([[1]], ["a"], ["b", "c"]),
    /weights must be numbers .*at least \(2, 1\)/,
  ],
  "alignmentLinks of too few columns": [
    () => loose("alignmentLinks")([[1]], ["a", "b"], ["b"]),
    /weights\[0\] must be at least 2 numbers/,
  ],
  "alignmentErrorRate without sure": [
    () => loose("alignmentErrorRate")([{ links: [] }]),
    /corpus\[0\]\.sure must be an array of links/,
  ],
  "alignmentErrorRate of a lone number": [
    () => loose("alignmentErrorRate")([{ links: [3], sure: [] }]),
    /a link of corpus\[0\]\.links must be \[target, source\], two positions, got 3/,
  ],
  "alignmentErrorRate of a link below 0": [
    () => loose("alignmentErrorRate")([{ links: [[0, -1]], sure: [] }]),
    /a source of corpus\[0\]\.links must be a whole number ≥ 0, got -1/,
  ],
  "alignmentErrorRate([])": [() => loose("alignmentErrorRate")([]), /the corpus has no links/],
  "contentWeight of no content": [
    () => loose("contentWeight")([{ weights: [[1]], sure: [[0, 0]], content: [false] }]),
    /no content word with a sure link/,
  ],
  "contentWeight of positions": [
    () => loose("contentWeight")([{ weights: [[1]], sure: [[0, 0]], content: [0] }]),
    /corpus\[0\]\.content must be an array of true and false/,
  ],
  "contentWeight beyond the weights": [
    () => loose("contentWeight")([{ weights: [[1]], sure: [[0, 1]], content: [true] }]),
    /weights\[0\] must be at least 2 numbers/,
  ],
});
