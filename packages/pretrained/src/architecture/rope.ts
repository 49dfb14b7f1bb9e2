import type { GPTSettings } from "@saccade/models";
import { number, required } from "@saccade/tensor/contract";
import { shown } from "../errors.ts";
import { ConfigReader, jsonObject, type ModelConfig } from "./config.ts";

/** The rotary positions of a configuration. */
type Rope = Pick<GPTSettings, "ropeBase" | "ropeScaling">;

const kinds = ['"default"', '"linear"', '"llama3"'];
const originalLength = "original_max_position_embeddings";

/**
 * Base and scaling are separate values (rope_theta, rope_scaling), or, since transformers 5, inside rope_parameters.
 *
 * @throws PretrainedError for a scaling that cannot be computed.
 */
export function ropeOf(config: ConfigReader): Rope {
  const [first, second] = ["rope_scaling", "rope_parameters"].flatMap((name) => config.find(name) ?? []);
  const base = config.read(number(10_000, { min: 1 }), "rope_theta");
  if (first === undefined) return { ropeBase: base, ropeScaling: "none" };
  if (second !== undefined && JSON.stringify(first.value) !== JSON.stringify(second.value))
    throw config.fault(
      `rope_scaling is ${shown(first.value)} and rope_parameters ${shown(second.value)}, expected the same; remove the one that the model was not trained with`,
    );
  const { name } = first;
  const inside = new ConfigReader(`${config.file}: ${name}`, config.read(required(jsonObject), name));
  inside.require({ partial_rotary_factor: [1] });
  return {
    ropeBase: inside.read(number(base, { min: 1 }), "rope_theta"),
    ropeScaling: scalingOf(inside, config, name),
  };
}

function scalingOf(inside: ConfigReader, config: ConfigReader, name: string): Rope["ropeScaling"] {
  const type = inside.find("rope_type", "type") ?? { name: "rope_type", value: "default" };
  const read = (key: string, min: number, from: ConfigReader = inside): number =>
    from.read(required(number(undefined, { min })), key);
  if (inside.find("rope_type", "type") === null && inside.find("factor") !== null)
    throw inside.fault(`rope_type is missing, and factor needs it; add one of ${kinds.join(", ")}`);
  switch (type.value) {
    case "default":
      return "none";
    case "linear":
      return { kind: "linear", factor: read("factor", 1) };
    case "llama3":
      return {
        kind: "llama3",
        factor: read("factor", 1),
        lowFreqFactor: read("low_freq_factor", 0),
        highFreqFactor: read("high_freq_factor", 0),
        originalMaxLen: read(originalLength, 1, inside.find(originalLength) ? inside : config),
      };
    case "dynamic":
      // Within max_position_embeddings, it turns by the angles of "default".
      throw inside.fault(
        `${type.name} is "dynamic", which is not supported; supported: ${kinds.join(", ")}. Texts of up to max_position_embeddings tokens have the same numbers without it: set ${name} to null to read those`,
      );
  }
  throw inside.unsupported(type.name, type.value, kinds, "with one of these");
}

export function ropeConfig({ ropeBase, ropeScaling: scaling }: Rope): ModelConfig {
  return {
    rope_theta: ropeBase,
    rope_scaling:
      scaling === "none"
        ? null
        : scaling.kind === "linear"
          ? { rope_type: "linear", factor: scaling.factor }
          : {
              rope_type: "llama3",
              factor: scaling.factor,
              low_freq_factor: scaling.lowFreqFactor,
              high_freq_factor: scaling.highFreqFactor,
              [originalLength]: scaling.originalMaxLen,
            },
  };
}
