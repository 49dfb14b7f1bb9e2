import * as attention from "@saccade/attention";
import { type Callable, callable, tokens } from "../../../attention/test/wrong-calls/calls.ts";
import * as models from "../../src/index.ts";
import * as seeds from "../../src/seeds/index.ts";

export {
  bools,
  heads,
  type Loose,
  lens,
  padding,
  testRefused,
  tokens,
  x,
} from "../../../attention/test/wrong-calls/calls.ts";

const calls = callable(models, seeds, attention);
export const loose: Callable["loose"] = calls.loose;
export const make: Callable["make"] = calls.make;
export const forward: Callable["forward"] = calls.forward;

export const decoding: { bos: number; eos: number; maxSteps: number } = { bos: 1, eos: 2, maxSteps: 3 };

export const net: models.EncoderDecoder<
  models.DecoderState,
  models.Encoded,
  models.Decoded<models.DecoderState>
> = new models.EncoderDecoder(
  new models.Seq2SeqEncoder(5, 4, 4, 1),
  new models.Seq2SeqAttentionDecoder(5, 4, 4, 1),
);
export const encoded: models.Encoded = net.encoder.forward(tokens);
export const state: models.DecoderState = net.decoder.initState(encoded);
