import { computed, signal } from "@preact/signals";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { formatPlace, PageState, PlaceStore, parsePlace } from "../src/app/address.ts";
import { decimal, flag, list, oneOf, text, whole } from "../src/app/fields.ts";

describe("the address", () => {
  it("is read back as it was written, whatever the parameters say", () => {
    const params = fc.dictionary(fc.string({ minLength: 1 }), fc.string());
    const page = fc.stringMatching(/^[a-z0-9-]{0,20}$/);
    fc.assert(
      fc.property(page, params, (name, given) => {
        const place = { page: name, params: new Map(Object.entries(given)) };
        const read = parsePlace(formatPlace(place));
        expect(read.page).toBe(name);
        expect([...read.params]).toEqual([...place.params]);
      }),
    );
  });

  it("gives the empty page for anything else, and never throws", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (hash) => {
        expect(parsePlace(hash).page).toMatch(/^[a-z0-9-]*$/);
      }),
    );
    expect(parsePlace("#/<script>alert(1)</script>").page).toBe("");
    expect(parsePlace("#/page?x=%E0%A4%A").page).toBe("page");
    expect(parsePlace(`#/page?${"x".repeat(100_000)}`).page).toBe("");
  });
});

describe("fields of the address", () => {
  it("read back what they wrote", () => {
    const ratio = decimal(-2, 6, 2);
    fc.assert(
      fc.property(fc.integer({ min: -200, max: 600 }), (hundredths) => {
        expect(ratio.parse(ratio.format(hundredths / 100))).toBeCloseTo(hundredths / 100, 10);
      }),
    );
    const numbers = list(whole(0, 9), 5);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 5 }), (values) => {
        expect(numbers.parse(numbers.format(values))).toEqual(values);
      }),
    );
    expect([true, false].map((value) => flag.parse(flag.format(value)))).toEqual([true, false]);
    expect(oneOf(["a", "b"]).parse("b")).toBe("b");
  });

  it("refuse what is no value of theirs", () => {
    for (const text of ["", " ", "NaN", "Infinity", "1e999", "0x10", "1;2", "-1", "11", "ten"]) {
      expect(decimal(0, 10).parse(text)).toBeUndefined();
    }
    expect(whole(0, 10).parse("1.5")).toBeUndefined();
    expect(oneOf(["a"]).parse("__proto__")).toBeUndefined();
    expect(flag.parse("true")).toBeUndefined();
    expect([text(3).parse("abcd"), text(/^a+$/).parse("ab")]).toEqual([undefined, undefined]);
    expect(list(whole(0, 9), 2).parse("1,2,3")).toBeUndefined();
    expect(list(whole(0, 9), 3).parse("1,x")).toBeUndefined();
  });
});

/** As much of a window as the address needs. */
function fakeWindow(hash: string) {
  const events = new EventTarget();
  const entries: { state: unknown; hash: string }[] = [{ state: null, hash }];
  let at = 0;
  const go = (by: number): void => {
    const entry = entries[at + by];
    if (entry === undefined) return;
    at += by;
    window.location.hash = entry.hash;
    window.dispatchEvent(new Event("hashchange"));
  };
  const window = Object.assign(events, {
    location: { hash },
    history: {
      get state(): unknown {
        return entries[at]?.state;
      },
      replaceState: vi.fn((state: unknown, _title: string, next: string) => {
        entries[at] = { state, hash: next };
        window.location.hash = next;
      }),
      pushState: vi.fn((state: unknown, _title: string, next: string) => {
        entries.splice(++at, Number.POSITIVE_INFINITY, { state, hash: next });
        window.location.hash = next;
      }),
      back: () => go(-1),
      forward: () => go(1),
    },
  });
  const goTo = (next: string): void => {
    window.location.hash = next;
    window.dispatchEvent(new Event("hashchange"));
  };
  return { window, goTo };
}

function storeAt(hash: string) {
  const { window, goTo } = fakeWindow(hash);
  const store = new PlaceStore(window);
  const stop = store.listen();
  return { store, window, goTo, stop };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a page's setting", () => {
  it("that is to be written does not undo an address that the reader goes to meanwhile", () => {
    const { store, window } = storeAt("#/page?n=7");
    new PageState(store, "page").setting("n", whole(0, 9), 1).value = 3;
    // The event comes after the timer.
    window.location.hash = "#/page?n=5";
    vi.runAllTimers();
    expect(window.location.hash).toBe("#/page?n=5");
    window.dispatchEvent(new Event("hashchange"));
    expect(store.place.value.params.get("n")).toBe("5");
  });

  it("falls back where the address is malformed, and cleans it", () => {
    const { store, window } = storeAt("#/page?n=lots&x=1");
    expect(new PageState(store, "page").setting("n", whole(0, 9), 1).value).toBe(1);
    vi.runAllTimers();
    expect(window.location.hash).toBe("#/page?x=1");
  });

  it("tells which settings of the address it refused, whenever they come", () => {
    const { store, window, goTo } = storeAt("#/page?n=lots&lang=zh");
    const state = new PageState(store, "page");
    state.setting("n", whole(0, 9), 1);
    state.refuseOthers();
    const told = () => state.refused.value.map(({ name, value, isKnown }) => [name, value, isKnown]);
    expect(told()).toEqual([["n", "lots", true]]);
    goTo("#/page?x=1");
    expect(told()).toEqual([
      ["n", "lots", true],
      ["x", "1", false],
    ]);
    vi.runAllTimers();
    expect(window.location.hash).toBe("#/page");
  });

  it("reaches the address once it rests, and leaves it when it is what it started with", () => {
    const { store, window } = storeAt("#/page");
    const n = new PageState(store, "page").setting("n", whole(0, 9), 1);
    for (const value of [2, 3, 4, 5]) n.value = value;
    vi.runAllTimers();
    expect(window.location.hash).toBe("#/page?n=5");
    expect(window.history.pushState).toHaveBeenCalledTimes(1);
    n.value = 1;
    vi.runAllTimers();
    expect(window.location.hash).toBe("#/page");
  });

  it("is undone and redone edit by edit, a drag being one edit", () => {
    const { store } = storeAt("#/page?n=7");
    const state = new PageState(store, "page");
    const [n, m] = [state.setting("n", whole(0, 9), 1), state.setting("m", whole(0, 9), 1)];
    for (const value of [2, 3, 4]) {
      n.value = value;
      vi.advanceTimersByTime(400);
    }
    m.value = 5;
    vi.runAllTimers();
    vi.advanceTimersByTime(2000);
    m.value = 6; // not in the address yet
    expect(store.edits.value).toBe(2);
    const seen = [];
    for (const step of ["undo", "undo", "undo", "undo", "redo", "redo"] as const) {
      store[step]();
      seen.push([n.value, m.value, store.edits.value]);
    }
    expect(seen).toEqual([
      [4, 5, 2],
      [4, 1, 1],
      [7, 1, 0],
      [7, 1, 0],
      [4, 1, 1],
      [4, 5, 2],
    ]);
  });

  it("is not an edit while the address only comes to be written as usual", () => {
    const { store, window } = storeAt("#/page?n=1.0&m=lots");
    const state = new PageState(store, "page");
    state.setting("n", whole(0, 9), 1);
    state.setting("m", whole(0, 9), 1);
    vi.runAllTimers();
    expect(window.location.hash).toBe("#/page");
    expect(store.edits.value).toBe(0);
    expect(window.history.pushState).not.toHaveBeenCalled();
  });

  it("follows back and forward", () => {
    const { store, goTo } = storeAt("#/page?n=7");
    const n = new PageState(store, "page").setting("n", whole(0, 9), 1);
    goTo("#/page?n=3");
    expect(n.value).toBe(3);
    goTo("#/page");
    expect(n.value).toBe(1);
  });

  it("follows an initial value that changes, while the address gives none", () => {
    const { store, window, goTo } = storeAt("#/page");
    const initial = signal(1);
    const n = new PageState(store, "page").setting("n", whole(0, 9), initial);
    initial.value = 2;
    expect(n.value).toBe(2);
    vi.runAllTimers();
    expect(window.location.hash).toBe("#/page");
    goTo("#/page?n=7");
    initial.value = 3;
    expect(n.value).toBe(7);
  });

  it("follows an initial value that the address decides, such as that of the language", () => {
    const { store, window } = storeAt("#/page?lang=en");
    const initial = computed(() => (store.place.value.params.get("lang") === "zh" ? 2 : 1));
    const n = new PageState(store, "page").setting("n", whole(0, 9), initial);
    store.set("lang", "zh");
    expect(n.value).toBe(2);
    vi.runAllTimers();
    expect(window.location.hash).toBe("#/page?lang=zh");
  });

  it("leaves the address of another page alone", () => {
    const { store, goTo, window } = storeAt("#/page?n=7");
    const n = new PageState(store, "page").setting("n", whole(0, 9), 1);
    goTo("#/other?n=2");
    expect(n.value).toBe(7);
    n.value = 8;
    vi.runAllTimers();
    expect(window.location.hash).toBe("#/other?n=2");
  });
});

describe("the address of a page", () => {
  it("takes the language along, and no settings", () => {
    const { store } = storeAt("#/page?lang=zh&n=7");
    expect(store.hrefOf("other")).toBe("#/other?lang=zh");
  });

  it("is the new page's at once when the app opens one, with the edit before it kept", () => {
    const { store, window } = storeAt("#/one?lang=zh");
    const n = new PageState(store, "one").setting("n", whole(0, 9), 1);
    n.value = 2;
    store.open("two");
    store.open("three");
    expect(store.place.value.page).toBe("three");
    expect(window.location.hash).toBe("#/three?lang=zh");
    expect(store.edits.value).toBe(0);
    window.history.back();
    window.history.back();
    expect(window.location.hash).toBe("#/one?lang=zh&n=2");
  });

  it("makes no entry for the page that is open", () => {
    const { store, window } = storeAt("#/one");
    store.open("one");
    expect(window.history.pushState).not.toHaveBeenCalled();
  });
});
