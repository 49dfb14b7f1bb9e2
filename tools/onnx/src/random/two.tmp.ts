import { exportOnnx } from "@saccade/onnx";
import { readModel } from "../../../../packages/onnx/test/read-model.ts";
import { programOf } from "./program.ts";

const p = programOf(Number(process.argv[2]));
console.log(p.text);
const f = exportOnnx(p.run, p.inputs(p.example), { dynamicAxes: p.dynamicAxes });
const m = readModel(f);
for (const n of m.nodes) console.log(n.op, n.inputs.join(" "), "->", n.outputs.join(" "));
console.log(m.initializers.map((i) => i.name).join(" "));
