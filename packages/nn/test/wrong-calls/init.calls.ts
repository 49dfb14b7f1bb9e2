import { Generator, ones } from "@saccade/tensor";
import { arg, type Call, finite, positive } from "../../../tensor/test/walk.ts";
import { Parameter } from "../../src/index.ts";

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
  uniform: {
    takes: { parameter, "low?": arg([-1, 0.5]), "high?": arg([1, -1], [-2]) },
    options: { generator },
  },
  normal: { takes: { parameter, "mean?": finite(1), "std?": positive(0.02) }, options: { generator } },
  constant: { takes: { parameter, value: arg([3, Number.POSITIVE_INFINITY]) } },
  zeros: { takes: { parameter } },
  ones: { takes: { parameter } },
  xavierUniform: xavier,
  xavierNormal: xavier,
  kaimingUniform: kaiming,
  kaimingNormal: kaiming,
  orthogonal: { takes: { parameter }, options: { gain: finite(2), generator } },
  calculateGain: { takes: { nonlinearity, "a?": arg([0.2, Number.POSITIVE_INFINITY]) } },
  calculateFans: { takes: { weight: ones([2, 3]) } },
} satisfies Record<string, Call>;
