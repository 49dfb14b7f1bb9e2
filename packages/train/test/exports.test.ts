import { expect, test } from "vitest";
import * as main from "../src/index.ts";

test("the main entry exports what users import, and no more", () => {
  expect(Object.keys(main).sort()).toMatchInlineSnapshot(`
    [
      "Trainer",
      "TrainerClient",
      "readTrainerCheckpoint",
      "serveTrainer",
    ]
  `);
});
