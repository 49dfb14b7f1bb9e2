import { GRU, GRUCell } from "@saccade/nn";
import { type Adapters, layer } from "../adapter.ts";
import { asFlag, asNumber, type Fields, given } from "../case.ts";

const gru = (attrs: Fields): GRU =>
  new GRU(
    attrs.number("input_size"),
    attrs.number("hidden_size"),
    given({
      numLayers: attrs.maybe("num_layers", asNumber),
      batchFirst: attrs.maybe("batch_first", asFlag),
      bias: attrs.maybe("bias", asFlag),
      bidirectional: attrs.maybe("bidirectional", asFlag),
      dropout: attrs.maybe("dropout", asNumber),
    }),
  );

/** Recurrent layers. */
export const recurrent: Adapters = {
  "nn.GRU": layer(gru, (module, inputs) => {
    const { output, hn } = module.forward(inputs.get("x"), inputs.maybe("h0"));
    return { output, h_n: hn };
  }),
  "nn.GRUCell": layer(
    (attrs) =>
      new GRUCell(
        attrs.number("input_size"),
        attrs.number("hidden_size"),
        given({ bias: attrs.maybe("bias", asFlag) }),
      ),
    (module, inputs) => module.forward(inputs.get("x"), inputs.maybe("h0")),
  ),
};
