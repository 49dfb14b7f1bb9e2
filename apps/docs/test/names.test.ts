import * as attention from "@saccade/attention";
import * as autograd from "@saccade/autograd";
import * as datasets from "@saccade/datasets";
import * as models from "@saccade/models";
import * as nn from "@saccade/nn";
import * as tensor from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { rowSections } from "../.vitepress/names.ts";
import { indexOf } from "../.vitepress/search/build.ts";
import { search } from "../.vitepress/search/engine.ts";
import { bySubject } from "../scripts/names-subjects.ts";
import { areas, type NameRow, ownNames, rowsOf } from "../scripts/names-table.ts";

const packages: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "@saccade/tensor": tensor,
  "@saccade/nn": nn,
  "@saccade/autograd": autograd,
  "@saccade/datasets": datasets,
  "@saccade/attention": attention,
  "@saccade/models": models,
};
const { Tensor } = tensor;
const { Module, Optimizer } = nn;
const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
const rows: readonly NameRow[] = areas.flatMap((area) => rowsOf(area));
const isClass = (value: unknown): value is { readonly prototype: object } =>
  typeof value === "function" && "prototype" in value;
const isNamespace = (value: unknown): value is Readonly<Record<string, unknown>> =>
  Object(value)[Symbol.toStringTag] === "Module";

/** The thing that a name refers to: an export, an export of a namespace, or a member of a class. */
function meant(here: string, from: string | null): unknown {
  const [first = "", second] = here.split(".");
  const found = packages[from ?? ""]?.[first];
  if (second === undefined || found === undefined) return found;
  if (isNamespace(found)) return found[second];
  if (found === Tensor && second in tensor) return packages["@saccade/tensor"]?.[second];
  return isClass(found) && second in found.prototype ? here : undefined;
}

/** Exports of a package and of its namespaces, by name. */
function exportsOf(all: Readonly<Record<string, unknown>>): [name: string, value: unknown][] {
  return Object.entries(all).flatMap(([name, value]): [string, unknown][] =>
    isNamespace(value)
      ? Object.entries(value).map(([inner, one]) => [`${name}.${inner}`, one])
      : [[name, value]],
  );
}

describe("the table of PyTorch's names", () => {
  test("names things that exist, or says why there is none", () => {
    const all = [...rows, ...ownNames()];
    const lost = all.filter(({ here, from }) => here !== null && meant(here, from) === undefined);
    expect(lost).toEqual([]);
    expect(rows.filter(({ here, note }) => here === null && note === "")).toEqual([]);
  });

  test("has each name of PyTorch once, in its area, in order", () => {
    const names = rows.map(({ pytorch }) => pytorch);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    for (const area of areas) {
      const own = rowsOf(area).map(({ pytorch }) => pytorch.slice(area.length));
      expect(own.filter((name) => !name.startsWith("."))).toEqual([]);
      expect(own).toEqual(own.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    }
  });

  test("has every export of tensor, nn and autograd, or own.json says that PyTorch has none", () => {
    const known = new Set([...rows, ...ownNames()].map(({ here, from }) => here && meant(here, from)));
    const missing = (["@saccade/tensor", "@saccade/nn", "@saccade/autograd"] as const).flatMap((from) =>
      exportsOf(packages[from]!)
        .filter(([, value]) => !known.has(value as string))
        .map(([name]) => `${from} ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test("has every method of tensors, modules and optimizers that has no function of the same name", () => {
    const named = new Set([...rows, ...ownNames()].map(({ here }) => here));
    // Methods that say what to write instead: the rows say it, too.
    const refused = rows.filter(({ here }) => here === null).map(({ pytorch }) => pytorch.split(".").at(-1)!);
    const left = new Set(refused.flatMap((name) => [name, camel(name)]));
    const missing = Object.entries({ Tensor, Module, Optimizer }).flatMap(([kind, { prototype }]) =>
      Object.getOwnPropertyNames(prototype)
        // Names with _ are PyTorch's spelling, and throw with ours.
        .filter((name) => name !== "constructor" && !name.includes("_") && !left.has(name))
        .filter((name) => !(kind === "Tensor" && name in tensor) && !named.has(`${kind}.${name}`))
        .map((name) => `${kind}.${name}`),
    );
    expect(missing).toEqual([]);
  });

  test("has no private names", () => {
    expect(rows.filter(({ pytorch }) => /\._(?!_)/.test(pytorch))).toEqual([]);
  });

  test("is on the page by subject, with the names that most programs use first", () => {
    const [everyday, ...others] = bySubject("en").map((one) => one.rows.map(({ pytorch }) => pytorch));
    expect(everyday).toEqual(
      expect.arrayContaining(["torch.tensor", "torch.nn.Linear", "torch.optim.AdamW"]),
    );
    expect(others.flat().toSorted()).toEqual(rows.map(({ pytorch }) => pytorch).toSorted());
    expect(others.filter((names) => names.length > 250)).toEqual([]);
  });
});

describe("the search", () => {
  const index = indexOf(rowSections("en"));

  test.each([
    ["torch.cumsum", "torch.cumsum"],
    ["masked_fill", "torch.Tensor.masked_fill"],
    ["F.cross_entropy", "torch.nn.functional.cross_entropy"],
    ["crossEntropy", "torch.nn.functional.cross_entropy"],
    ["clip_grad_norm_", "torch.nn.utils.clip_grad_norm_"],
    ["torch.linalg.svd", "torch.linalg.svd"],
    ["ignore_index", "torch.nn.functional.cross_entropy"],
    ["gradient clipping", "torch.nn.utils.clip_grad_norm_"],
  ])("finds %s among the first three", (words, name) => {
    const first = search(index, words).slice(0, 3);
    expect(first.map(({ id }) => id)).toContain(`/guide/pytorch-names#${name}`);
  });
});
