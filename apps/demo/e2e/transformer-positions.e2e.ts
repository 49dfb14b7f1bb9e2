import { expect, test } from "@saccade/e2e";
import {
  expectScore,
  inspector,
  most,
  openTransformer,
  positions,
  ready,
  scoreInNode,
} from "./transformer-page.ts";

test.beforeEach(({ page }) => openTransformer(page));

test("without positions the weights change, and two sentences of the same words are translated alike", async ({
  page,
}) => {
  await ready(page);
  await page.goto("./#/transformer?net=guided&at=e1.self&head=3&query=8");
  await expect(most(page)).toContainText("“tired” 100 %");
  const weightsShown = (): Promise<string[]> => page.locator(".row-bars li").allTextContents();
  const before = await weightsShown();
  await positions(page, "taken away");
  await expect.poll(weightsShown).not.toEqual(before);
  await page.goto("./#/transformer?net=guided&positions=off&below=positions");
  const note = page.locator(".positions-note");
  await note.getByRole("button", { name: "dog follows cat" }).click();
  await expect(note.locator(".result")).toContainText(
    "the dog followed the cat . → le chat a suivi le chien.",
  );
  await note.getByRole("button", { name: "cat follows dog" }).click();
  await expect(note.locator(".result")).toContainText(
    "the cat followed the dog . → le chat a suivi le chien.",
  );
  await note.getByRole("button", { name: "on", exact: true }).click();
  await note.getByRole("button", { name: "dog follows cat" }).click();
  await expect(note.locator(".result")).toContainText("→ le chien a suivi le chat.");
});

test("a second model, trained without positions, comes when it is asked for, down to its numbers", {
  tag: "@plain",
}, async ({ page }) => {
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  await ready(page);
  const sentence = "the dog followed the cat .".split(" ");
  await page.goto(`./#/transformer?s=${sentence.join("+")}`);
  await expect(page.locator(".translation")).toContainText("le chien a suivi le chat.");
  expect(fetched.filter((url) => url.includes("unplaced"))).toEqual([]);
  await positions(page, "never had");
  await expect(page.locator(".positions-said")).toContainText("trained without positions");
  expect(fetched.filter((url) => url.includes("unplaced"))).toHaveLength(1);
  const { look } = (await inspector("never")).look({ sentence, positions: "never" });
  await expect(page.locator(".translation button")).toHaveText(look.target.slice(0, -1));
  await page.goto("./#/transformer?positions=never&at=d1.cross&head=1&query=10&key=8");
  await expectScore(
    page,
    await scoreInNode({ positions: "never", attention: "d1.cross", head: 0, query: 9, key: 7 }),
  );
  await positions(page, "on");
  await expect(page.locator(".positions-said")).toHaveCount(0);
  await expectScore(
    page,
    await scoreInNode({ positions: "on", attention: "d1.cross", head: 0, query: 9, key: 7 }),
  );
});

test("a second model that does not come is named, and the first stays", async ({ page }) => {
  await page.route(/unplaced.*\.safetensors/, (route) => route.fulfill({ status: 200, body: "damaged" }));
  await ready(page);
  await positions(page, "never had");
  await expect(page.locator(".transformer > .problem")).toContainText("damaged");
  await expect(page.locator(".translation")).toContainText("car il était trop fatigué");
  await positions(page, "on");
  await expect(page.locator(".transformer > .problem")).toBeEmpty();
});
