import { noise } from "../../../attention/test/helpers.ts";
import type { RelativeAttention } from "../../src/transformer-xl/transformer-xl.ts";

/** New biases have no effect: they are zeros. */
export function randomBiases(attention: RelativeAttention): RelativeAttention {
  const { content_bias, position_bias } = attention;
  attention.loadStateDict({
    ...attention.stateDict(),
    content_bias: noise(content_bias.shape, 5),
    position_bias: noise(position_bias.shape, 6),
  });
  return attention;
}
