import type { Tensor } from "@saccade/tensor";
import { checkTensor, within } from "@saccade/tensor/backend";
import type { Rules, Settings } from "@saccade/tensor/contract";
import { type ClassOf, type Declared, type Reader, readerOf } from "../declare.ts";
import { Module } from "../module.ts";
import { showSettings } from "../show-settings.ts";

/** A module of one tensor. */
export interface OfOneTensor extends Module {
  forward(x: Tensor): Tensor;
}

/** A function of one tensor, followed by settings. */
type Func<S extends readonly unknown[]> = (this: Module, x: Tensor, ...settings: S) => Tensor;

/** The module of a function of one tensor. */
/* @__NO_SIDE_EFFECTS__ */
export function moduleOf(f: Func<[]>): new () => OfOneTensor {
  return class OfOne extends Module {
    override forward(x: Tensor): Tensor {
      const what = `${this.constructor.name}.forward`;
      checkTensor(what, "x", x);
      return within(what, () => f.call(this, x));
    }
  };
}

/**
 * The module of a function of one tensor and settings: its constructor takes what the function takes after the tensor. The
 * settings are fields, and are printed.
 *
 * @param name the class, for messages
 */
export function moduleWithSettings<S extends readonly unknown[], P extends Rules, R extends Rules>(
  name: string,
  f: Func<S>,
  declared: Declared<P, R>,
): ClassOf<S, OfOneTensor & Settings<P> & Settings<R>>;
/* @__NO_SIDE_EFFECTS__ */
export function moduleWithSettings(
  name: string,
  f: Func<unknown[]>,
  { example, parts }: Declared<Rules, Rules>,
): ClassOf<unknown[], OfOneTensor> {
  let read: Reader<Rules, Rules> | undefined;
  let positional: readonly string[] = [];
  let named: readonly string[] = [];
  const Base = moduleOf(function (x) {
    const fields: Readonly<Record<string, unknown>> = Object(this);
    const given: [Tensor, ...unknown[]] = [x];
    for (const name of positional) given.push(fields[name]);
    if (named.length > 0) {
      const options: Record<string, unknown> = {};
      for (const name of named) options[name] = fields[name];
      given.push(options);
    }
    return f.apply(this, given);
  });
  return class Settled extends Base {
    readonly #settings: Readonly<Record<string, unknown>>;

    constructor(...given: unknown[]) {
      if (!read) {
        const { tensors, ...settings } = parts();
        positional = Object.keys(settings.positional ?? {});
        named = Object.keys(settings.options ?? {});
        read = readerOf(`new ${name}(${example.replace(/.*?\((x, )?/, "")}`, () => settings);
      }
      const settings = read(given);
      super();
      this.#settings = settings;
      Object.assign(this, settings);
    }

    protected override describeOptions(): string {
      return showSettings(this.#settings);
    }
  };
}
