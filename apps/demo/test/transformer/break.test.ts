import { readFileSync } from "node:fs";
import { noGrad } from "@saccade/autograd";
import { attentions } from "@saccade/figures/transformer-places";
import { wasmBackend } from "@saccade/kernels-wasm";
import type { Transformer } from "@saccade/models";
import { fromSafetensors } from "@saccade/nn";
import { fromData, memory, setBackend, type Tensor } from "@saccade/tensor";
import fc from "fast-check";
import { expect, it } from "vitest";
import { flips, readingsOf, translate, untouched } from "../../src/pages/transformer/experiment.ts";
import { Inspector } from "../../src/pages/transformer/inspector.ts";
import { makeNet, type Subject } from "../../src/pages/transformer/intervene.ts";
import { otherSentence, outcomeOf } from "../../src/pages/transformer/language.ts";
import { firstSentence } from "../../src/pages/transformer/settings.ts";
import { start } from "../../src/pages/transformer/start.gen.ts";
import {
  allHeads,
  breakages,
  clicked,
  heads,
  headWidth,
  patchField,
  patchSites,
  type Switch,
  type Switches,
  switchField,
  width,
} from "../../src/pages/transformer/switches.ts";
import { successorOf } from "../../src/pages/transformer/texts.ts";

setBackend(await wasmBackend({ threads: 1 }));
const file = new URL("../../src/pages/transformer/free.safetensors", import.meta.url);
const state = fromSafetensors(new Uint8Array(readFileSync(file))).tensors;
const netFrom = (tensors: typeof state): Transformer => {
  const net = makeNet();
  net.loadStateDict(tensors);
  return net.eval();
};
const subject: Subject = {
  net: netFrom(state),
  sentence: firstSentence,
  other: otherSentence(firstSentence),
};
const plain = noGrad(() => translate(subject, untouched));
const leadOf = (one: Subject, switches: Switches): number =>
  noGrad(() => readingsOf(one, plain, [{ switches, patch: null }]))[0]!.lead;
const set = (text: string): Switches => switchField.parse(text)!;
const inspector = new Inspector(state);

const prefixes = {
  "e1.self": "encoder.stack.layers.0.self_attn",
  "e2.self": "encoder.stack.layers.1.self_attn",
};
const nameOf = (attention: (typeof attentions)[number]): string =>
  attention.startsWith("e")
    ? prefixes[attention as keyof typeof prefixes]
    : `decoder.stack.layers.${Number(attention[1]) - 1}.${attention.endsWith("cross") ? "multihead_attn" : "self_attn"}`;

/** The same model with other weights of one tensor. */
function changed(name: string, change: (value: number, row: number, column: number) => number): Subject {
  const old = state[name]! as Tensor;
  const columns = old.shape[1] ?? 1;
  const data = Float32Array.from(old.dataSync(), (value, i) =>
    change(value, Math.floor(i / columns), i % columns),
  );
  return { ...subject, net: netFrom({ ...state, [name]: fromData(data, old.shape) }) };
}

it("a head that is off is a head whose columns of the output projection are 0", () => {
  for (const { attention, head } of allHeads.filter((_, i) => i % 5 === 0)) {
    const mine = changed(`${nameOf(attention)}.out_proj.weight`, (value, _, column) =>
      Math.floor(column / headWidth) === head ? 0 : value,
    );
    const lead = leadOf(subject, [{ attention, head, state: "off" }]);
    expect(lead).toBeCloseTo(leadOf(mine, []), 3);
  }
});

it("a uniform head is a head whose queries are 0", () => {
  for (const { attention, head } of allHeads.filter((_, i) => i % 5 === 1)) {
    const isOfHead = (row: number): boolean => row < width && Math.floor(row / headWidth) === head;
    const { net } = changed(`${nameOf(attention)}.in_proj_weight`, (value, row) =>
      isOfHead(row) ? 0 : value,
    );
    const bias = state[`${nameOf(attention)}.in_proj_bias`] as Tensor;
    const zeroed = Float32Array.from(bias.dataSync(), (value, row) => (isOfHead(row) ? 0 : value));
    net.loadStateDict({
      ...net.stateDict(),
      [`${nameOf(attention)}.in_proj_bias`]: fromData(zeroed, bias.shape),
    });
    const lead = leadOf(subject, [{ attention, head, state: "even" }]);
    expect(lead).toBeCloseTo(leadOf({ ...subject, net }, []), 3);
  }
});

it("all of cross-attention frozen from the other sentence reads as the other sentence", () => {
  const cross = allHeads
    .filter(({ attention }) => attention.endsWith("cross"))
    .map((head): Switch => ({ ...head, state: "frozen" }));
  const reversed = leadOf({ ...subject, sentence: subject.other }, []);
  expect(leadOf(subject, cross)).toBeCloseTo(reversed, 3);
  expect(reversed).toBeLessThan(0);
});

it("no single head flips the pronoun of the first sentence, and as many pairs as the page says do", () => {
  const { off } = start.facts.fewest;
  const all = allHeads.map((head): Switch => ({ ...head, state: "off" }));
  const pairs = all.flatMap((one, i) => all.slice(i + 1).map((other) => [one, other]));
  const leads = (sets: readonly Switches[]): number[] =>
    noGrad(() =>
      readingsOf(
        subject,
        plain,
        sets.map((switches) => ({ switches, patch: null })),
      ),
    ).map(({ lead }) => lead);
  expect(leads(all.map((one) => [one])).filter((lead) => lead < 0)).toEqual([]);
  expect(off?.heads).toBe(2);
  const flipping = leads(pairs).filter((lead) => lead < 0).length;
  expect(flipping).toBeGreaterThanOrEqual(off!.sets);
  expect(off!.sets).toBeGreaterThan(0);
});

it("the pair that the page shows flips the pronoun and nothing before it, and the look says by how much", () => {
  const switches = set("e2.self.2-off,d1.cross.2-off");
  const { look } = inspector.look({ sentence: firstSentence, positions: "on", switches });
  expect(outcomeOf(look.untouched, look.target)).toBe("flipped");
  expect(look.untouched).toEqual(plain);
  const { pronoun } = look;
  expect(pronoun!.now.lead).toBeCloseTo(leadOf(subject, switches), 3);
  expect(pronoun!.now.other).toBeGreaterThan(0.5);
  expect(pronoun!.untouched.own).toBeGreaterThan(0.9);
  for (const [i, head] of allHeads.entries()) {
    if (i % 7 !== 0) continue;
    expect(pronoun!.next[i]).toBeCloseTo(leadOf(subject, clicked(switches, head, "off")), 3);
    expect(pronoun!.alone[i]).toBeCloseTo(leadOf(subject, [{ ...head, state: "off" }]), 3);
  }
  // The bars of attention are compared with the untouched run that reads the same words.
  expect(look.before).not.toBeNull();
  expect(look.before!["e1.self"]).toEqual(look.weights["e1.self"]);
  expect(look.before!["d2.cross"]).not.toEqual(look.weights["d2.cross"]);
});

it("another head that takes over is named", () => {
  const switches = set("d1.cross.2-off");
  const { look } = inspector.look({ sentence: firstSentence, positions: "on", switches });
  const found = successorOf(look);
  expect(found).not.toBeNull();
  expect(found!.now - found!.before).toBeGreaterThan(1.5);
});

it("a translation from a draft is the one from scratch, and switching leaves no tensors behind", () => {
  const before = memory().tensors;
  for (const text of [
    "e2.self.2-off,d1.cross.2-off",
    "d1.self.1-off,d1.self.2-off,d2.self.4-even",
    "d2.cross.1-frozen",
  ]) {
    const done = { switches: set(text), patch: null };
    expect(noGrad(() => translate(subject, done, plain))).toEqual(noGrad(() => translate(subject, done)));
  }
  inspector.look({
    sentence: firstSentence,
    positions: "on",
    switches: set("d1.cross.1-frozen,e1.self.1-even"),
  });
  inspector.patches({ sentence: firstSentence, positions: "on" });
  expect(memory().tensors).toBe(before);
});

it("patching the adjective's word makes the other sentence; patching “it” changes nothing", () => {
  const { rows } = inspector.patches({ sentence: firstSentence, positions: "on" });
  expect(rows.map(({ site }) => site)).toEqual(patchSites);
  const lead = leadOf(subject, []);
  const [adjective, it] = [firstSentence.indexOf("tired"), firstSentence.indexOf("it")];
  expect(rows[0]!.leads[adjective]).toBeCloseTo(leadOf({ ...subject, sentence: subject.other }, []), 3);
  expect(rows[0]!.leads[it]).toBeCloseTo(lead, 3); // the same word
  expect(rows[2]!.leads[adjective]).toBeLessThan(0);
  expect(Math.abs(rows[2]!.leads[it]! - lead)).toBeLessThan(0.5);
});

it("a sentence without a pronoun has nothing to hold", () => {
  const sentence = "the cat followed the dog .".split(" ");
  const { look } = inspector.look({ sentence, positions: "on", switches: set("e1.self.1-frozen") });
  expect(look.pronoun).toBeNull();
  expect(look.other.join(" ")).toBe("the dog followed the cat .");
  expect(inspector.patches({ sentence, positions: "on" }).rows).toEqual([]);
  const shorter: Subject = { ...subject, other: sentence };
  expect(Number.isFinite(leadOf(shorter, set("e1.self.1-frozen")))).toBe(true);
  expect(noGrad(() => flips({ subject, translation: ["<eos>"] }, []))).toBe(false);
});

it("switches and patches are written into the address and read back; what cannot be read is refused", () => {
  const one = fc.record({
    attention: fc.constantFrom(...attentions),
    head: fc.integer({ min: 0, max: heads - 1 }),
    state: fc.constantFrom(...breakages),
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 8 }), (list) => {
      const switches = list.reduce<Switches>((all, { state, ...head }) => clicked(all, head, state), []);
      expect(switchField.parse(switchField.format(switches))).toEqual(switches);
    }),
  );
  for (const text of [
    "x",
    "e1.self.5-off",
    "e1.self.1-on",
    "e3.self.1-off",
    "e1.self.1-off,e1.self.1-even",
  ]) {
    expect(switchField.parse(text)).toBeUndefined();
  }
  expect(patchField.parse(patchField.format({ site: "e2", position: 10 }))).toEqual({
    site: "e2",
    position: 10,
  });
  expect(patchField.parse("e9.1")).toBeUndefined();
});
