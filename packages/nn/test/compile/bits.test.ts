import { describe, expect, test } from "vitest";
import { train, trainings } from "./models.ts";

describe("a compiled step gives the bits of the plain one", () => {
  test.each(Object.entries(trainings))("%s", (_name, make) => {
    expect(train(make, 8, true)).toEqual(train(make, 8, false));
  });
});
