import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import * as contract from "../src/index.ts";

const settings = contract.options(
  "Thing",
  {
    /** How many. */
    count: contract.required(contract.size()),
    bias: contract.flag(true),
    seed: contract.whole(undefined, { min: 0 }),
    mode: contract.oneOf(["sum", "mean"], "mean"),
    bound: contract.nullable(contract.number(undefined, { above: 0 }), null),
  },
  { example: "new Thing({ count: 3 })", renamed: { num: "write count" } },
);

describe("options", () => {
  it("gives values and defaults the types of their rules", () => {
    const filled = settings({ count: 2, seed: undefined });
    expect(filled).toEqual({ count: 2, bias: true, seed: undefined, mode: "mean", bound: null });
    expectTypeOf(filled.count).toEqualTypeOf<number>();
    expectTypeOf(filled.bias).toEqualTypeOf<boolean>();
    expectTypeOf(filled.seed).toEqualTypeOf<number | undefined>();
    expectTypeOf(filled.mode).toEqualTypeOf<"sum" | "mean">();
    expectTypeOf(filled.bound).toEqualTypeOf<number | null>();
    type Given = contract.OptionsOf<typeof settings>;
    expectTypeOf<{ count: 3 }>().toExtend<Given>();
    expectTypeOf<{ bias: true }>().not.toExtend<Given>();
    expectTypeOf<{ count: 3; mode: "max" }>().not.toExtend<Given>();
  });

  it("takes the name from the example call", () => {
    const nameIn = (example: string): string => contract.options(example, {}).what;
    const examples = ["new Linear(3, 2)", "linalg.svd(A, { full: true })", "x.sum(1)"];
    expect(examples.map(nameIn)).toEqual(["Linear", "linalg.svd", "sum"]);
    const named = contract.signature("new Linear(3)", { width: contract.required(contract.size()) });
    expect(() => named([])).toThrow(
      "Linear: width must be a whole number ≥ 1, got undefined; write new Linear(3).",
    );
  });

  it("gives options types that nothing else has", () => {
    const plain = contract.options("f()", { bias: contract.flag(true) });
    interface Plain extends contract.OptionsOf<typeof plain> {}
    const f = (given?: Plain): boolean => plain(given).bias;
    // @ts-expect-error no options
    expect(() => f("bias")).toThrow(contract.ArgumentError);
    // @ts-expect-error no options
    expect(() => f(true)).toThrow(contract.ArgumentError);
    // @ts-expect-error no such option
    expect(() => f({ bia: true })).toThrow(contract.ArgumentError);
    // @ts-expect-error missing
    expect(() => settings({})).toThrow(contract.ArgumentError);
  });

  it("names the option, the value, the rule and the fix", () => {
    const refused = (given: unknown): string => {
      try {
        settings(given as contract.OptionsOf<typeof settings>);
      } catch (error) {
        expect(error).toBeInstanceOf(contract.ArgumentError);
        return error instanceof Error ? error.message : "";
      }
      return "nothing";
    };
    expect(refused({ count: 0 })).toBe("Thing: count must be a whole number ≥ 1, got 0.");
    expect(refused({})).toBe(
      "Thing: count must be a whole number ≥ 1, got undefined; write new Thing({ count: 3 }).",
    );
    expect(refused(undefined)).toBe(refused({}));
    expect(refused({ count: 1, mode: "meen" })).toBe(
      'Thing: mode must be one of "sum", "mean", got "meen"; did you mean "mean"?',
    );
    expect(refused({ count: 1, biass: true })).toBe('Thing: no option "biass"; did you mean "bias"?');
    expect(refused({ count: 1, num: true })).toBe('Thing: no option "num"; write count.');
    expect(refused({ count: 1, bound: 0 })).toBe("Thing: bound must be a finite number > 0, or null, got 0.");
    expect(refused(3)).toBe("Thing: options must be an object, got 3; write new Thing({ count: 3 }).");
    for (const given of [null, [], new Map(), "count", Promise.resolve(), () => 1])
      expect(refused(given)).toContain("options must be");
  });

  it("shares one frozen object of defaults, which no caller can change", () => {
    const plain = contract.options("f", { bias: contract.flag(true) }, { example: "f()" });
    expect(plain()).toBe(plain());
    expect(() => Object.assign(plain(), { bias: false })).toThrow(TypeError);
    expect(plain({})).toEqual(plain());
  });

  it("reads each option once", () => {
    let reads = 0;
    const given = Object.defineProperty({}, "count", { enumerable: true, get: () => ++reads });
    expect(settings(given as contract.OptionsOf<typeof settings>).count).toBe(1);
  });
});

describe("rules", () => {
  const garbage = fc.oneof(
    fc.anything(),
    fc.double(),
    fc.integer(),
    fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 2 ** 31, 2 ** 53),
  );
  // biome-ignore format: a row a line
  const inside: readonly (readonly [contract.Rule<unknown, unknown>, (value: unknown) => boolean])[] = [
    [contract.flag(), (value) => value === true || value === false],
    [contract.text(), (value) => typeof value === "string"],
    [contract.size(), (value) => Number.isInteger(value) && Number(value) > 0 && Number(value) < 2 ** 31],
    [contract.whole(undefined, { min: 0, max: 9 }), (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 10],
    [contract.number(), Number.isFinite],
    [contract.number(undefined, { min: 0, max: 1 }), (value) => typeof value === "number" && value >= 0 && value <= 1],
    [contract.number(undefined, { above: 0 }), (value) => Number.isFinite(value) && Number(value) > 0],
    [contract.number(undefined, { above: 0, max: Number.POSITIVE_INFINITY }), (value) => typeof value === "number" && value > 0],
    [contract.probability(0), (value) => typeof value === "number" && value >= 0 && value < 1],
    [contract.oneOf(["a", "b"]), (value) => value === "a" || value === "b"],
    [contract.callable(), (value) => typeof value === "function"],
    [contract.instanceOf("a Map", Map), (value) => value instanceof Map],
    [contract.nullable(contract.flag()), (value) => value === null || typeof value === "boolean"],
    [contract.listOf(contract.flag()), (value) => Array.isArray(value) && Array.from(value).every((one) => typeof one === "boolean")],
  ];

  it("hold for the values in their words and no others, and a message never quotes more than fits", () => {
    for (const [of, wanted] of inside) {
      const one: contract.Options<contract.Rules> = contract.options(
        "f",
        { option: of },
        { example: "f({ option })" },
      );
      fc.assert(
        fc.property(garbage, (value) => {
          expect(of.holds(value)).toBe(wanted(value));
          if (value === undefined) return;
          if (wanted(value)) expect(one({ option: value })).toEqual({ option: value });
          else {
            const call = (): unknown => one({ option: value });
            expect(call).toThrow(contract.ArgumentError);
            expect(call).toThrow(/^f: option(\[\d+\])* must be .{1,300}[.?]$/s);
          }
        }),
        { numRuns: 200 },
      );
    }
  });

  it("of lists name the first item that is wrong, in lists of lists too, and holes", () => {
    const one = contract.options(
      "f",
      { lists: contract.listOf(contract.listOf(contract.flag())) },
      { example: "f({ lists: [[true]] })" },
    );
    const item = fc.oneof({ weight: 9, arbitrary: fc.boolean() }, garbage);
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.array(item), fc.integer())), (lists) => {
        const i = lists.findIndex((list) => !Array.isArray(list) || list.some((x) => typeof x !== "boolean"));
        if (i < 0) return void one({ lists: lists as boolean[][] });
        const list = lists[i]!;
        const j = Array.isArray(list) ? list.findIndex((x) => typeof x !== "boolean") : -1;
        const where = j < 0 ? `[${i}] must be an array` : `[${i}][${j}] must be true or false`;
        expect(() => one({ lists: lists as boolean[][] })).toThrow(`f: lists${where}`);
      }),
    );
    expect(() => one({ lists: new Array(2) })).toThrow(
      "f: lists[0] must be an array, each item true or false",
    );
  });

  it("with a fix say it with every wrong value", () => {
    const named = contract.withFix(contract.text("a"), "write its name");
    const one = contract.options("f", { named }, { example: "f()" });
    expectTypeOf(one().named).toEqualTypeOf<string>();
    fc.assert(
      fc.property(garbage, (value) => {
        if (value === undefined || named.holds(value)) return;
        expect(() => one({ named: value as string })).toThrow(
          /^f: named must be a string, got .*; write its name\.$/s,
        );
      }),
    );
  });

  it("of one's own have the type of their default", () => {
    const even = contract.rule("an even number", (x): x is number => Number(x) % 2 === 0, 2);
    const found = contract.options("f", { even }, { example: "f({ even: 4 })" })();
    expect(found.even).toBe(2);
    expectTypeOf(found.even).toEqualTypeOf<number>();
  });

  it("say their bounds", () => {
    const must = [
      contract.number(),
      contract.number(undefined, { min: 0 }),
      contract.number(undefined, { min: 0, max: 1 }),
      contract.number(undefined, { min: 0, below: 1 }),
      contract.number(undefined, { min: 0, max: Number.POSITIVE_INFINITY }),
      contract.number(undefined, { above: -1, below: 1 }),
      contract.whole(undefined, { min: 1 }),
      contract.whole(undefined, { min: 1, max: 8 }),
    ].map(({ must }) => must);
    expect(must).toEqual([
      "a finite number",
      "a finite number ≥ 0",
      "a number from 0 to 1",
      "a finite number ≥ 0 and < 1",
      "a number ≥ 0",
      "a finite number > -1 and < 1",
      "a whole number ≥ 1",
      "a whole number from 1 to 8",
    ]);
  });

  it("names the field of an object that breaks its rule", () => {
    const pair = contract.objectOf("a pair", {
      left: contract.required(contract.size()),
      right: contract.listOf(contract.size()),
    });
    const take = contract.options("take", { pairs: contract.listOf(pair) }, { example: "take({ pairs })" });
    expect(take({ pairs: [{ left: 1 }, { left: 2, right: [3] }] }).pairs).toHaveLength(2);
    for (const [pairs, message] of [
      [[{ left: 1 }, {}], /pairs\[1\]\.left must be a whole number ≥ 1, got undefined/],
      [[{ left: 1, right: [2, 0] }], /pairs\[0\]\.right\[1\] must be a whole number ≥ 1, got 0/],
      [[null], /pairs\[0\] must be a pair, got null/],
    ] as const)
      expect(() => Reflect.apply(take, null, [{ pairs }])).toThrow(message);
  });
});
