import { wasmBackend } from "@saccade/kernels-wasm";
import { GPT } from "@saccade/models";
import { AdamW, crossEntropy } from "@saccade/nn";
import { addLora, loadPretrained } from "@saccade/pretrained";
import { setBackend, tensor } from "@saccade/tensor";

self.onmessage = async ({
  data,
}: MessageEvent<{ files: File[]; lines: string[] }>) => {
  setBackend(await wasmBackend({ threads: "auto" }));
  const { model, tokenizer } = await loadPretrained(data.files, {
    progress: (loaded, total) => self.postMessage({ loaded, total }),
  });
  if (!(model instanceof GPT) || tokenizer === null)
    throw new Error("Choose a GPT with a tokenizer.json.");

  const lora = addLora(model, { rank: 8, alpha: 16 });
  const optimizer = new AdamW(lora.parameters(), { lr: 1e-3 });
  for (let epoch = 0; epoch < 3; epoch++) {
    for (const line of data.lines) {
      const codes = tokenizer.encode(line);
      const ids = tensor([codes.slice(0, -1)], { dtype: "int32" });
      const next = tensor(codes.slice(1), { dtype: "int32" });
      const loss = optimizer.step(() =>
        crossEntropy(model.forward(ids).squeeze(0), next),
      );
      self.postMessage({ epoch, loss: loss.item() });
    }
  }
  // two files to download, a few hundred kilobytes
  self.postMessage({ files: lora.save() });
};
