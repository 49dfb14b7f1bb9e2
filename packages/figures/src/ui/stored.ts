import type { Module } from "@saccade/nn";
import { dispose, fromData, scope, type Tensor } from "@saccade/tensor";
import { useEffect, useMemo } from "preact/hooks";

/** A parameter: a scale, and bytes in base64, each a whole number from −127 to 127 to be multiplied by the scale. */
export type Stored = string;

/** Rounds numbers to 255 levels. */
export function storedOf(values: readonly number[]): Stored {
  const scale = Math.max(...values.map(Math.abs)) / 127;
  const bytes = values.map((value) => String.fromCharCode(Math.round(value / scale) & 255)).join("");
  return `${Number(scale.toPrecision(6))} ${btoa(bytes)}`;
}

/** The numbers of {@link storedOf}. */
export function valuesOf(stored: Stored): Float32Array {
  const [scale, bytes = ""] = stored.split(" ");
  return Float32Array.from(atob(bytes), (byte) => ((byte.charCodeAt(0) << 24) >> 24) * Number(scale));
}

/** Rounds the parameters to 255 levels each. */
export function store(net: Module): Record<string, Stored> {
  const rounded = Object.entries(net.stateDict()).map(([name, x]): [string, Stored] => [
    name,
    storedOf(Array.from(x.contiguous().dataSync())),
  ]);
  return Object.fromEntries(rounded);
}

/** Gives a network the stored parameters of one of the same sizes, and returns it. */
export function restore<M extends Module>(net: M, stored: Readonly<Record<string, Stored>>): M {
  scope(() => {
    const state = Object.entries(net.stateDict()).map(([name, { shape }]): [string, Tensor] => {
      return [name, fromData(valuesOf(stored[name] ?? ""), shape)];
    });
    net.loadStateDict(Object.fromEntries(state));
  });
  return net;
}

/** Frees a network's parameters, which nobody uses any more. */
export function free(net: Module): void {
  for (const tensor of [...net.parameters(), ...net.buffers()]) dispose(tensor);
}

/** A network that is made with a figure and freed with it. */
export function useNet<M extends Module>(make: () => M): M {
  const net = useMemo(make, []);
  useEffect(() => () => free(net), [net]);
  return net;
}
