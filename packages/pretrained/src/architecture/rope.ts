import type { GPTSettings } from "@saccade/models";
import { isPlainObject } from "@saccade/tensor/backend";
import { ConfigReader } from "./config.ts";

/** The rotary positions of a configuration. */
type Rope = Pick<GPTSettings, "ropeBase" | "ropeScaling">;

const kinds = '"default", "linear", "llama3"';

/**
 * Base and scaling are values of their own (rope_theta, rope_scaling), or, since transformers 5, inside rope_parameters.
 *
 * @throws PretrainedError for a scaling that cannot be computed.
 */
export function ropeOf(config: ConfigReader): Rope {
  const [first, second] = ["rope_scaling", "rope_parameters"].flatMap((name) => config.find([name]) ?? []);
  const plain = config.number(["rope_theta"], 10_000, 1);
  if (first === undefined) return { ropeBase: plain, ropeScaling: "none" };
  if (second !== undefined && JSON.stringify(first.value) !== JSON.stringify(second.value)) {
    throw config.fault(
      `rope_scaling is ${JSON.stringify(first.value)} and rope_parameters ${JSON.stringify(second.value)}, expected the same; remove the one that the model was not trained with`,
    );
  }
  const { name, value } = first;
  if (typeof value !== "object" || value === null || !isPlainObject(value)) {
    throw config.fault(`${name} is ${JSON.stringify(value)}, expected an object or null`);
  }
  const inside = new ConfigReader(`${config.file}: ${name}`, value);
  inside.require("partial_rotary_factor", [1]);
  return { ropeBase: inside.number(["rope_theta"], plain, 1), ropeScaling: scalingOf(inside, config, name) };
}

function scalingOf(inside: ConfigReader, config: ConfigReader, name: string): Rope["ropeScaling"] {
  const type = inside.find(["rope_type", "type"]);
  if (type === null && inside.find(["factor"]) !== null) {
    throw inside.fault(`rope_type is missing, and factor needs it; add one of ${kinds}`);
  }
  const factor = (): number => inside.needed("factor", 1);
  switch (type?.value ?? "default") {
    case "default":
      return "none";
    case "linear":
      return { kind: "linear", factor: factor() };
    case "llama3": {
      const key = "original_max_position_embeddings";
      const from = inside.find([key]) === null ? config : inside;
      return {
        kind: "llama3",
        factor: factor(),
        lowFreqFactor: inside.needed("low_freq_factor", 0),
        highFreqFactor: inside.needed("high_freq_factor", 0),
        originalMaxLen: from.needed(key, 1),
      };
    }
  }
  // Within max_position_embeddings, "dynamic" turns by the angles of "default".
  const fix =
    type?.value === "dynamic"
      ? `Texts of up to max_position_embeddings tokens have the same numbers without it: set ${name} to null to read those`
      : "It changes what the model computes: choose a model with one of these";
  throw inside.fault(
    `${type?.name} is ${JSON.stringify(type?.value)}, which is not supported; supported: ${kinds}. ${fix}`,
  );
}
