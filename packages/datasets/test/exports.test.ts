import { expect, test } from "vitest";
import * as main from "../src/index.ts";
import * as node from "../src/node.ts";
import * as tasks from "../src/tasks.ts";

test("the main entry exports what users import, and no more", () => {
  expect(Object.keys(main).sort()).toMatchInlineSnapshot(`
    [
      "BatchIterator",
      "Vocab",
      "batches",
      "buildArrayNmt",
      "embeddedCorpus",
      "loadDataNmt",
      "parsePairs",
      "preprocessNmt",
      "sinData",
      "sinTestGrid",
      "sinTruth",
      "tokenizeNmt",
      "tokenizePairs",
      "truncatePad",
    ]
  `);
});

test("the entry node exports what needs files and the network, and no more", () => {
  expect(Object.keys(node).sort()).toMatchInlineSnapshot(`
    [
      "NMT_SHA256",
      "NMT_URL",
      "defaultCacheDir",
      "downloadNmt",
      "readPairsFile",
    ]
  `);
});

test("the entry tasks exports what makes data to test models with, and no more", () => {
  expect(Object.keys(tasks).sort()).toMatchInlineSnapshot(`
    [
      "copyTask",
      "reverseTask",
      "sortTask",
    ]
  `);
});
