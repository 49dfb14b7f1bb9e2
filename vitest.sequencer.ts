import { createHash } from "node:crypto";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Long files that are short to read. The last file of a run should be a short one, so that no worker waits for it. */
const long = [
  "kernels-webgpu/test/attention",
  "kernels-webgpu/test/contract",
  "kernels-webgpu/test/sequence",
  "kernels-webgpu/test/",
  "train/test/worker",
  "train/test/resume",
  "demo/test/translator/job",
  "demo/test/transformer/transformer",
  "demo/test/language-model/film",
  "models/test/seq2seq/bahdanau-luong",
];

/**
 * Long files first; of the others, those that took longest the last time, or the largest. A worker keeps its modules while
 * the next file is of the same project, so each project's files stand together, those of the isolated one first.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shuffle, seed } = this.ctx.config.sequence;
    const isShuffled = typeof shuffle === "object" ? shuffle.files : shuffle;
    const sorted = await super.sort(files);
    const place = ({ moduleId }: TestSpecification): number => {
      if (isShuffled) return createHash("sha1").update(`${seed} ${moduleId}`).digest().readUInt32LE();
      const at = long.findIndex((name) => moduleId.includes(name));
      return at < 0 ? long.length : at;
    };
    const group = ({ project }: TestSpecification): number => (project.name === "shared" ? 1 : 0);
    return sorted.sort((a, b) => group(a) - group(b) || place(a) - place(b));
  }
}
