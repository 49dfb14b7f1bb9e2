import { tensor } from "@saccade/tensor";

// Two queries; the second may not attend to any key of this tile.
const s = tensor([
  [0.5, 1.5],
  [-Infinity, -Infinity],
]);
const m = s.amax(-1, { keepdim: true }); // 1.5 and −∞
console.log("exp(s − m):", String(s.sub(m).exp()));

const from = m.maskedFill(m.eq(-Infinity), 0);
console.log("from 0 if m is −∞:", String(s.sub(from).exp()));
