// Random programs: exported at one size, run in ONNX Runtime at it and at ten others, and compared, or refused at export.
// node … src/random/main.ts [--programs 3000] [--seed 1] [--from 0] [--show refused]
import { parseArgs } from "node:util";
import { randomPrograms } from "./trial.ts";

const { values } = parseArgs({
  options: {
    programs: { type: "string", default: "3000" },
    seed: { type: "string", default: "1" },
    from: { type: "string", default: "0" },
    show: { type: "string", default: "" },
  },
});
const wrong = await randomPrograms({
  programs: Array.from({ length: Number(values.programs) }, (_, i) => Number(values.from) + i),
  seed: Number(values.seed),
  show: values.show,
});
process.exit(wrong === 0 ? 0 : 1);
