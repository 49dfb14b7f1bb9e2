import type { Module } from "@saccade/nn";
import type { DynamicAxes, Traceable } from "@saccade/onnx";
import type { Tensor } from "@saccade/tensor";

export type Inputs = Readonly<Record<string, Tensor>>;

/** A model to export, and inputs of sizes that were not traced. */
export interface Case {
  readonly name: string;
  readonly model: Module | Readonly<Record<string, Module>>;
  /** The exported function of the named inputs. */
  readonly run: Traceable;
  readonly inputs: Inputs;
  readonly dynamicAxes?: DynamicAxes;
  readonly others: readonly Inputs[];
  /** Part of the name of a case with the same modules: only --long exports both. */
  readonly like?: string;
}
