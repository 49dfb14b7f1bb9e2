// Every entry, so that every declaration file is checked.
import * as attention from "@saccade/attention";
import * as attentionDefinitions from "@saccade/attention/definitions";
import * as attentionModel from "@saccade/attention/model";
import * as autograd from "@saccade/autograd";
import * as autogradOptimizer from "@saccade/autograd/optimizer";
import * as datasets from "@saccade/datasets";
import * as datasetsNode from "@saccade/datasets/node";
import * as datasetsTasks from "@saccade/datasets/tasks";
import * as kernels from "@saccade/kernels-wasm";
import * as ceiling from "@saccade/kernels-wasm/ceiling";
import * as models from "@saccade/models";
import * as seeds from "@saccade/models/seeds";
import * as nn from "@saccade/nn";
import * as nnDefinitions from "@saccade/nn/definitions";
import * as nnNode from "@saccade/nn/node";
import * as optimizer from "@saccade/nn/optimizer";
import * as onnx from "@saccade/onnx";
import * as plot from "@saccade/plot";
import * as plotLive from "@saccade/plot/live";
import * as plotNode from "@saccade/plot/node";
import * as plotPage from "@saccade/plot/page";
import * as pretrained from "@saccade/pretrained";
import * as pretrainedNode from "@saccade/pretrained/node";
import * as tensor from "@saccade/tensor";
import * as backend from "@saccade/tensor/backend";
import * as checks from "@saccade/tensor/checks";
import * as contract from "@saccade/tensor/contract";
import * as definitions from "@saccade/tensor/definitions";
import * as fused from "@saccade/tensor/fused";
import * as train from "@saccade/train";
import * as saccade from "saccade";

export const entries: readonly object[] = [
  ...[
    attentionDefinitions,
    seeds,
    datasetsTasks,
    optimizer,
    attention,
    attentionModel,
    models,
    autograd,
    autogradOptimizer,
    datasets,
    datasetsNode,
    kernels,
    ceiling,
    nn,
    nnDefinitions,
    nnNode,
  ],
  ...[onnx, pretrained, pretrainedNode],
  ...[
    plot,
    plotLive,
    plotNode,
    plotPage,
    tensor,
    backend,
    checks,
    contract,
    definitions,
    fused,
    train,
    saccade,
  ],
];
