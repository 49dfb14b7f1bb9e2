import type { Tensor } from "@saccade/tensor";
import { checkTensor, within } from "@saccade/tensor/backend";
import { Module } from "../module.ts";
import { showSettings } from "../show-settings.ts";

/** A function of one tensor: `forward` checks the call. */
export abstract class Activation extends Module {
  protected abstract map(x: Tensor): Tensor;

  override forward(x: Tensor): Tensor {
    const what = `${this.constructor.name}.forward`;
    checkTensor(what, "x", x);
    return within(what, () => this.map(x));
  }
}

/** One with settings, which are its fields and are printed. */
export abstract class SettledActivation extends Activation {
  readonly #settings: Readonly<Record<string, unknown>>;

  constructor(settings: Readonly<Record<string, unknown>>) {
    super();
    this.#settings = settings;
    Object.assign(this, settings);
  }

  protected override describeOptions(): string {
    return showSettings(this.#settings);
  }
}
