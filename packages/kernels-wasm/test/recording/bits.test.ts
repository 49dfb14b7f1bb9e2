import { referenceBackend, setBackend } from "@saccade/tensor";
import { afterEach, describe, expect, test } from "vitest";
import { train, trainings } from "../../../nn/test/compile/models.ts";
import { backends } from "../hosts.ts";

afterEach(() => setBackend(referenceBackend()));

describe.each(await backends())("a compiled step gives the bits of the plain one: %s", (_way, backend) => {
  test.each(Object.entries(trainings))("%s", (_name, make) => {
    setBackend(backend);
    expect(train(make, 8, true)).toEqual(train(make, 8, false));
  });
});
