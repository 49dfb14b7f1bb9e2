import { expect, test } from "@saccade/e2e";

// A word, and the address that one of the first five results leads to.
for (const [address, word, target] of [
  ["/", "kernel regression", "/book/kernel-regression"],
  ["/", "F.cross_entropy", "/guide/pytorch-names#torch.nn.functional.cross_entropy"],
  ["/", "DataLoader", "/reference/datasets/class-DataLoader"],
  ["/", "register_buffer", "/guide/pytorch-names#torch.nn.Module.register_buffer"],
  ["/", "ignore_index", "/guide/pytorch-names#torch.nn.functional.cross_entropy"],
  ["/", "gradient clipping", "/guide/pytorch-names#torch.nn.utils.clip_grad_"],
  ["/", "nan", "/reference/tensor/nanmean"],
  ["/", "linalg.svd", "/reference/tensor/linalg.svd"],
  ["/", "registerBuffer", "/reference/nn/class-Module#registerbuffer"],
  ["/zh/", "核回归", "/zh/book/kernel-regression"],
  ["/zh/", "register_buffer", "/guide/pytorch-names#torch.nn.Module.register_buffer"],
  ["/zh/", "MultiheadAttention", "/zh/reference/attention/class-MultiheadAttention"],
] as const) {
  test(`search finds "${word}" from ${address}`, async ({ page }) => {
    await page.goto(address);
    await page.locator(".VPNavBarSearch button").first().click();
    await page.locator(".VPLocalSearchBox .search-input").fill(word);
    const first = (): Promise<string[]> =>
      page
        .locator(".VPLocalSearchBox .result")
        .evaluateAll((results) => results.slice(0, 5).map((result) => result.getAttribute("href") ?? ""));
    await expect.poll(async () => (await first()).some((link) => link.startsWith(target))).toBe(true);
  });
}
