import { describe, expect, test } from "vitest";
import { explain, proxyOf } from "../src/failure.mjs";

const url = "https://packages.example/d3-format/-/d3-format-3.1.3.tgz";

/** The output of pnpm 12 when a download fails for good: a line per try, then an error whose lines it wraps. */
const failed = (reason: string): string => `Scope: 16 of 28 workspace projects
[WARN] GET ${url} error (Failed to fetch ${url}: error sending request: ${reason}) — 1
Will retry in 1s. 0 retries left.
Error: ERR_PNPM_TARBALL_FETCH_TARBALL

  × installing dependencies
  ├─▶ Failed to fetch https://packages.example/d3-format/-/d3-format-
  │   3.1.3.tgz: error sending request: ${reason}
  ╰─▶ error sending request
`;

const tunnel = "client error (Connect): tunnel error:";
const proxy = "http://user:secret@proxy.example:3128";

describe("a download that fails names the file, the reason and the cure", () => {
  // biome-ignore format: a row a line
  test.each([
    ["no network", "client error (Connect): dns error: error resolving DNS: failed to lookup address", undefined, /its host is not found\. Is this machine online\?/, /Check the connection/],
    ["a closed proxy", `${tunnel} tcp connect error: Connection refused (os error 111)`, proxy, /the proxy http:\/\/proxy\.example:3128 refuses connections/, /Check the proxy \(HTTPS_PROXY/],
    ["a proxy that forbids", `${tunnel} unsuccessful`, proxy, /the proxy http:\/\/proxy\.example:3128 does not let it through/, /Check the proxy/],
    ["a proxy that asks who it is", `${tunnel} proxy authorization required`, proxy, /wants a name and a password/, /Check the proxy/],
    ["a registry that refuses", "client error (Connect): tcp connect error: Connection refused (os error 111)", undefined, /tcp connect error: Connection refused \(os error 111\)\.\n/, /Check the connection/],
    ["a registry that does not answer", "operation timed out", undefined, /no answer in time\.\n/, /Check the connection/],
    ["a proxy that does not answer", "operation timed out", proxy, /no answer in time through the proxy http:\/\/proxy\.example:3128\./, /Check the connection/],

  ] as const)("%s", (_, reason, through, why, cure) => {
    const text = explain(failed(reason), { proxy: through, free: 9000 });
    expect(text.split("\n")[0]).toContain(`Could not download ${url}: `);
    expect(text).toMatch(why);
    expect(text).toMatch(cure);
    expect(text).toContain("  Error: ERR_PNPM_TARBALL_FETCH_TARBALL");
    expect(text).not.toContain("secret");
  });
});

test("a status of the registry names the file, though pnpm breaks its address", () => {
  const text = explain(
    `Error: ERR_PNPM_TARBALL_HTTP_STATUS

  × installing dependencies
  ╰─▶ Tarball server returned HTTP 403 for https://mirror.example/string-
      width/-/string-width-4.2.3.tgz
`,
    { free: 9000 },
  );
  expect(text).toContain(
    "Could not download https://mirror.example/string-width/-/string-width-4.2.3.tgz: the registry answered with status 403.",
  );
});

test("a full disk is called so, with what is left", () => {
  const text = explain(
    `Error:   × installing dependencies
  ╰─▶ Failed to write cafs: Failed to write to file at "/home/store/v11/files/99/
      3909d": No space left on device (os error 28)
`,
    { free: 2 },
  );
  expect(text).toMatch(
    /^The disk is full: 2 MB are left\.\nFree some space; the next run continues from here\./,
  );
});

test("recognizes manifests that do not match the lockfile", () => {
  const text = explain(
    `Error: ERR_PNPM_OUTDATED_LOCKFILE
  ╰─▶ Cannot install with "frozen-lockfile" because pnpm-lock.yaml is not up
      to date with package.json.
`,
    { free: 9000 },
  );
  expect(text).toMatch(/^A package\.json asks for other packages than pnpm-lock\.yaml names\./);
});

test("reports any other failure in pnpm's words", () => {
  const text = explain("Progress: resolved 1\nError: ERR_PNPM_ODD\n\n  × something odd\n", { free: 9000 });
  expect(text).toMatch(/^pnpm could not install it\./);
  expect(text).toContain("× something odd");
  expect(text).not.toContain("Progress");
});

test("the proxy is the one that pnpm reads", () => {
  expect(proxyOf({})).toBeUndefined();
  expect(proxyOf({ HTTPS_PROXY: "", npm_config_https_proxy: "http://a" })).toBeUndefined();
  expect(proxyOf({ https_proxy: "http://b" })).toBe("http://b");
  expect(proxyOf({ pnpm_config_https_proxy: "http://a", HTTPS_PROXY: "http://b" })).toBe("http://a");
});
