import type { Tensors } from "@saccade/tensor/contract";
import { Module } from "../module.ts";
import { showSettings } from "../show-settings.ts";

/** A layer without parameters, whose inputs are declared and whose settings are printed. */
export abstract class DeclaredLayer extends Module {
  /** Checks the call of `forward` by its arguments. */
  protected readonly checkInputs: Tensors<string>["check"];
  readonly #shown: Readonly<Record<string, unknown>>;

  constructor(inputs: Tensors<string>, shown: Readonly<Record<string, unknown>>) {
    super();
    this.checkInputs = inputs.check;
    this.#shown = shown;
  }

  protected override describeOptions(): string {
    const given = Object.entries(this.#shown).filter(([, value]) => value !== null && value !== undefined);
    return showSettings(Object.fromEntries(given));
  }
}
