import { serveOn } from "@saccade/e2e/host";
import { afterAll, beforeAll, expect, test } from "vitest";

let root = "";
let end = (): void => {};
beforeAll(async () => {
  ({ root, end } = await serveOn(new URL("../../scripts/serve.mjs", import.meta.url)));
});
afterAll(() => end());

test.each(["/no-such-page", "/%", "/%E0%A4%A", "/..%2f..%2fpackage.json", "/%00", `/${"x/".repeat(500)}`])(
  "there is no page %s, and the server says so",
  async (path) => {
    const response = await fetch(root + path);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("<title>404 | Saccade</title>");
  },
);

test.each(["/", "//", "/book/tensors", "/zh/reference/", "/llms.txt", "/assets/"])(
  "%s may have threads",
  async (path) => {
    const { headers } = await fetch(root + path);
    expect(headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
    expect(headers.get("Cross-Origin-Embedder-Policy")).toBe("require-corp");
  },
);
