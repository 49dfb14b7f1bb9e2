import { arrows } from "./keys.ts";

type Item = HTMLElement | SVGElement;

/** The set-up of {@link useRoving} for its group; returns its clean-up. */
export function rove(group: Element, items: string): () => void {
  const all = (): Item[] =>
    [...group.querySelectorAll<Item>(items)].filter((item) => !item.matches(":disabled"));
  let last: Item | undefined;
  const settle = (focused?: Item): void => {
    const own = all();
    last = focused ?? last;
    const stop = last !== undefined && own.includes(last) ? last : (own.find(isPressed) ?? own[0]);
    for (const item of own) item.setAttribute("tabindex", item === stop ? "0" : "-1");
  };
  const onFocus = ({ target }: Event): void => settle(all().find((item) => item === target));
  const onKey = (event: Event): void => {
    if (!(event instanceof KeyboardEvent) || event.ctrlKey || event.altKey || event.metaKey) return;
    const own = all();
    const from = own.find((item) => item === event.target);
    const next = from && nextOf(event.key, from, own);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  // Items come and go, those that were disabled are not, and another one is pressed.
  const observer = new MutationObserver(() => settle());
  observer.observe(group, { childList: true, subtree: true, attributeFilter: ["disabled", "aria-pressed"] });
  group.addEventListener("focusin", onFocus);
  group.addEventListener("keydown", onKey);
  settle();
  return () => {
    observer.disconnect();
    group.removeEventListener("focusin", onFocus);
    group.removeEventListener("keydown", onKey);
  };
}

const isPressed = (item: Item): boolean => item.getAttribute("aria-pressed") === "true";

function nextOf(key: string, from: Item, all: readonly Item[]): Item | undefined {
  if (key === "Home") return all[0];
  if (key === "End") return all.at(-1);
  const [down, right] = arrows[key] ?? [0, 0];
  if (down === 0) return right === 0 ? undefined : all[all.indexOf(from) + right];
  // In the nearest row above or below, the one that is least aside.
  const [x, y] = middleOf(from);
  const half = from.getBoundingClientRect().height / 2;
  const ahead = all
    .map((item) => ({ item, spot: middleOf(item) }))
    .filter(({ spot }) => (spot[1] - y) * down > half);
  const row = Math.min(...ahead.map(({ spot }) => Math.abs(spot[1] - y)));
  return ahead
    .filter(({ spot }) => Math.abs(spot[1] - y) < row + half)
    .sort((a, b) => Math.abs(a.spot[0] - x) - Math.abs(b.spot[0] - x))[0]?.item;
}

function middleOf(item: Item): [x: number, y: number] {
  const { left, right, top, bottom } = item.getBoundingClientRect();
  return [(left + right) / 2, (top + bottom) / 2];
}
