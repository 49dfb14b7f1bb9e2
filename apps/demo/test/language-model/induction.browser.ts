import { expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  button,
  css,
  expectAddress,
  expectCount,
  expectNoBarriers,
  expectNoOverflow,
  focus,
  goTo,
  media,
  open,
  press,
  scrollTo,
  text,
  windowOf,
} from "../shown.ts";

const accuracy = css(".accuracy .number");
const percents = (): number[] =>
  [...text(".accuracy .number").matchAll(/(\d+) %/g)].map(([, percent]) => Number(percent));
const film = css(".film input[type=range]");

test("induction heads form in the tab: the film scrubs, and without the head that looks one back little is predicted", async () => {
  await open("#/language-model?model=repeats");
  await expectCount(".film .head", 8);
  // The film that came with the page, at its end for who wants no motion, with the pair that does it.
  await expect.element(css(".learning .status")).toHaveTextContent("Trained in advance");
  await expect.element(accuracy).toHaveTextContent("Step 1,000:");
  await expect.element(css(".film .pair")).toHaveTextContent(/^Two heads do it together: L0H2 .* L1H\d/);
  await expectCount(".film .paired", 2);
  await expectCount('.patterns [aria-pressed=true][title^="L1H"]', 1);
  await button("Train").click();
  await expect
    .element(css(".learning .status"), { timeout: 150_000 })
    .toHaveTextContent("Done: seed 0, step 1,000 of 1,000");
  await expect.element(accuracy).toHaveTextContent("Step 1,000:");
  expect(percents()[0]).toBeGreaterThan(90);
  // The best head of layer 0 looks one back; without it, little is predicted.
  await button("Fewer than one token in five.").click();
  await expect.element(css(".challenges")).toHaveTextContent("Right");
  await css(".challenges li").first().getByRole("button").last().click();
  await expect.element(accuracy).toHaveTextContent(/without L0H\d/);
  await expect.poll(() => percents()[1]).toBeLessThan(40);
  await button("All heads on").click();
  await expect.element(accuracy).not.toHaveTextContent("without");
  // Back to the start of the film, frame by frame, and its play.
  await film.fill("0");
  await expect.element(accuracy).toHaveTextContent("Step 0:");
  expect(percents()[0]).toBeLessThan(20);
  await focus(film);
  await press("{ArrowRight}");
  await expect.element(accuracy).toHaveTextContent("Step 20:");
  await film.fill("45");
  await button("Play").click();
  await expect.element(accuracy).toHaveTextContent("Step 1,000:");
}, 180_000);

test("the film that came with the page plays at first sight, unless motion is unwanted", async () => {
  await media({ reducedMotion: "no-preference" });
  await open("#/language-model?model=repeats");
  await scrollTo(".film");
  await expect.element(button("Stop")).toBeVisible();
  await expect.element(accuracy).toHaveTextContent(/Step [4-8]0:/);
  await expect.element(accuracy).toHaveTextContent("Step 1,000:");
  await expect.element(button("Play")).toBeVisible();
});

test("each seed and each number of layers is a network of its own", async () => {
  await open("#/language-model?model=repeats");
  await expect.element(css(".learning .status")).toHaveTextContent("Trained in advance: seed 0");
  await button("Another seed").click();
  await expect.element(css(".learning .status")).toHaveTextContent("Not trained yet: seed 1, step 0");
  await expect.element(accuracy).toHaveTextContent("Step 0:");
  await page.getByText("One, as control").click();
  await expectCount(".film .head", 4);
  // The address follows a little later, and one that it has already is no other place.
  await expectAddress(/layers=1/);
  await goTo("#/language-model?model=repeats");
  await expect.element(css(".learning .status")).toHaveTextContent("Trained in advance: seed 0");
});

test.each([
  ["light", "zh", 375],
  ["dark", "en", 1280],
] as const)(
  "the heads that form fit and have no barriers: %s, %s, %i px",
  async (colorScheme, lang, width) => {
    await media({ colorScheme });
    await windowOf(width, 667);
    await open(`#/language-model?model=repeats&lang=${lang}`);
    await expectCount(".film .head", 8);
    await scrollTo(".patterns");
    await expectCount(".patterns .layer button", 8);
    await expectNoBarriers("serious");
    await expectNoOverflow();
    await windowOf(width === 375 ? 1280 : 375, 667);
    await expectNoOverflow();
  },
);
