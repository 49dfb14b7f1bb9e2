import { Dropout, Embedding, GRU, GRUCell, LayerNorm, Linear } from "@saccade/nn";
import { type Adapters, layer } from "../adapter.ts";
import { asDims, asFlag, asNumber } from "../case.ts";

/** PyTorch's layers. */
export const layers: Adapters = {
  "nn.Linear": layer(
    (attrs) =>
      new Linear(attrs.number("in_features"), attrs.number("out_features"), attrs.options({ bias: asFlag })),
    (module, inputs) => module.forward(inputs.get("x")),
  ),
  "nn.Embedding": layer(
    (attrs) => {
      const sizes = [attrs.number("num_embeddings"), attrs.number("embedding_dim")] as const;
      return new Embedding(...sizes, attrs.options({ paddingIdx: asNumber }));
    },
    (module, inputs) => module.forward(inputs.get("idx")),
  ),
  "nn.LayerNorm": layer(
    (attrs) => {
      const options = attrs.options({ eps: asNumber, elementwiseAffine: asFlag });
      return new LayerNorm(attrs.get("normalized_shape", asDims), options);
    },
    (module, inputs) => module.forward(inputs.get("x")),
  ),
  "nn.Dropout.eval": layer(
    (attrs) => new Dropout(attrs.number("p")),
    (module, inputs) => module.eval().forward(inputs.get("x")),
  ),
  "nn.Dropout.train": layer(
    (attrs) => new Dropout(attrs.number("p")),
    (module, inputs) => module.train().forward(inputs.get("x")),
  ),
  "nn.GRU": layer(
    (attrs) => {
      const flags = { batchFirst: asFlag, bias: asFlag, bidirectional: asFlag };
      const options = attrs.options({ ...flags, numLayers: asNumber, dropout: asNumber });
      return new GRU(attrs.number("input_size"), attrs.number("hidden_size"), options);
    },
    (module, inputs) => {
      const { output, hn } = module.forward(inputs.get("x"), inputs.maybe("h0"));
      return { output, h_n: hn };
    },
  ),
  "nn.GRUCell": layer(
    (attrs) =>
      new GRUCell(attrs.number("input_size"), attrs.number("hidden_size"), attrs.options({ bias: asFlag })),
    (module, inputs) => module.forward(inputs.get("x"), inputs.maybe("h0")),
  ),
};
