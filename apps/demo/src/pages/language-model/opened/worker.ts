import { useThreads } from "../../../work/backend.ts";
import { handOver, serve } from "../../../work/serve.ts";
import type { OpenCalls, OpenedFacts, Progress } from "./calls.ts";
import { bytesOf, openFiles } from "./open.ts";
import { headRoles, type OpenedModel } from "./opened-model.ts";

const kernels = useThreads();
let opened: OpenedModel | null = null;
let loading: Promise<OpenedFacts> | null = null;
let bytes: Progress = { loaded: 0, total: 0 };
const msBetweenReports = 80;

async function load(files: readonly File[]): Promise<OpenedFacts> {
  await kernels;
  opened = await openFiles(files, (loaded, total) => (bytes = { loaded, total }));
  return opened.facts;
}

async function next(): Promise<Progress | OpenedFacts> {
  if (loading === null) throw new Error("Nothing is being opened.");
  const later = new Promise<Progress>((resolve) => setTimeout(() => resolve(bytes), msBetweenReports));
  return Promise.race([loading, later]);
}

function model(): OpenedModel {
  if (opened === null) throw new Error("No model is open.");
  return opened;
}

serve<OpenCalls>(self, {
  open: (files) => {
    loading = load(files);
    loading.catch(() => {}); // `next` reports it
    return null;
  },
  next,
  read: (ask) => model().lens.read(ask),
  write: (ask) => model().lens.write(ask),
  inputs: () => model().inputs(),
  heads: () => {
    const maps = model().heads();
    return handOver(maps, [maps.weights.buffer]);
  },
  layers: () => model().layers(),
  roles: () => headRoles(model().parts.model),
  cached: (ask) => model().lens.cached(ask),
  mask: (ask) => model().masks.read(ask),
  fill: (ask) => model().masks.fill(ask),
  tune: (ask) => model().tune(ask),
  steps: (ask) => model().steps(ask),
  compare: (ask) => model().compare(ask),
  attach: async (files) => model().attach(await bytesOf(files)),
  detach: () => {
    model().detach();
    return null;
  },
  save: () => model().save(),
});
