import { rand, randn, scope } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { holdDraws } from "./draws.ts";
import { backends } from "./hosts.ts";

describe.each(await backends())("%s", (_way, backend) => {
  test.each([
    ["rand", rand],
    ["randn", randn],
  ])("%s draws on the backend that is given, the reference's numbers, bit for bit", (_name, draw) => {
    holdDraws(backend, draw, [1, 2, 3, 4, 5, 1023, 200_000]);
  });

  test("what is drawn for another backend than the current one is computed there", () => {
    const ran: string[] = [];
    const noting = {
      ...backend,
      run: (...call: Parameters<typeof backend.run>) => {
        ran.push(call[0].name);
        backend.run(...call);
      },
    };
    scope(() => randn([3], { backend: noting }));
    expect(ran).toEqual(["normal"]);
  });
});
