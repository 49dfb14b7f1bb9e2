import { Generator, ones } from "@saccade/tensor";
import { Parameter } from "../../src/index.ts";
import { arg, type Call, finite, positive } from "./walk.ts";

const parameter = arg([new Parameter(ones([2, 2]))], [ones([2, 2])]);
const generator = new Generator(0);
const nonlinearity = arg(["leakyRelu", "linear", "selu"], ["leaky_relu"]);
const xavier = { takes: { parameter }, options: { gain: positive(2), generator } };
const kaiming = {
  takes: { parameter },
  options: { a: finite(0.5), mode: arg(["fanOut", "fanIn"], ["fan_in"]), nonlinearity, generator },
};

/** `init`. */
export const inits = {
  "init.uniform": {
    takes: { parameter, "low?": arg([-1, 0.5]), "high?": arg([1, -1], [-2]) },
    options: { generator },
  },
  "init.normal": { takes: { parameter, "mean?": finite(1), "std?": positive(0.02) }, options: { generator } },
  "init.constant": { takes: { parameter, value: arg([3, Number.POSITIVE_INFINITY]) } },
  "init.zeros": { takes: { parameter } },
  "init.ones": { takes: { parameter } },
  "init.xavierUniform": xavier,
  "init.xavierNormal": xavier,
  "init.kaimingUniform": kaiming,
  "init.kaimingNormal": kaiming,
  "init.orthogonal": { takes: { parameter }, options: { gain: finite(2), generator } },
  "init.calculateGain": { takes: { nonlinearity, "a?": arg([0.2, Number.POSITIVE_INFINITY]) } },
  "init.calculateFans": { takes: { weight: ones([2, 3]) } },
} satisfies Record<string, Call>;
