import { dirname } from "node:path";
import type { Name } from "./names.ts";
import type { Lang } from "./words.ts";

type Title = readonly [en: string, zh: string];

/** The topics of source folders, in the order of the indexes. */
const topics: Readonly<Record<string, Title>> = {
  "tensor/src": ["Tensors", "张量"],
  "tensor/src/ops/elementwise": ["Elementwise", "逐元素运算"],
  "tensor/src/ops/reduce": ["Reductions and rows", "归约与逐行运算"],
  "tensor/src/ops/views": ["Shapes and views", "形状与视图"],
  "tensor/src/ops/indexing": ["Indexing and joining", "索引与拼接"],
  "tensor/src/ops/linear": ["Products", "乘积"],
  "tensor/src/linalg": ["Linear algebra", "线性代数"],
  "tensor/src/special": ["Special functions", "特殊函数"],
  "tensor/src/windows": ["Windows", "窗函数"],
  "tensor/src/masked": ["Masked reductions", "带掩码的归约"],
  "tensor/src/ops/random": ["Random numbers", "随机数"],
  "tensor/src/memory": ["Memory and dtypes", "内存与 dtype"],
  "tensor/src/apply": ["Applying ops", "执行运算"],
  "tensor/src/apply/capture": ["Captured steps", "捕获的步骤"],
  "tensor/src/contract": ["Contracts and errors", "契约与错误"],
  "tensor/src/ops": ["All ops", "全部运算"],
  "tensor/src/ops/fused": ["Fused ops", "融合运算"],
  "tensor/src/definitions": ["Definitions", "定义"],
  "tensor/src/reference": ["Reference backend", "参考后端"],
  "contract/src": ["Declared arguments and errors", "参数声明与错误"],
  "autograd/src": ["Gradients", "梯度"],
  "autograd/src/vmap": ["vmap", "vmap"],
  "nn/src": ["Modules", "模块"],
  "nn/src/layers": ["Layers", "层"],
  "nn/src/recurrent": ["Recurrent layers", "循环层"],
  "nn/src/losses": ["Losses", "损失"],
  "nn/src/functional": ["functional", "functional"],
  "nn/src/init": ["init", "init"],
  "nn/src/optim": ["Optimizers", "优化器"],
  "nn/src/schedulers": ["Learning-rate schedulers", "学习率调度器"],
  "nn/src/checkpoint": ["Checkpoints", "检查点"],
  "nn/src/safetensors": ["Safetensors", "Safetensors"],
  "nn/src/files": ["Files", "文件"],
  "nn/src/definitions": ["Definitions", "定义"],
  "attention/src/functions": ["Functions", "函数"],
  "attention/src/modules": ["Modules", "模块"],
  "attention/src/scoring": ["Scoring", "评分"],
  "attention/src/masks": ["Masks", "掩码"],
  "attention/src/positions": ["Positions", "位置"],
  "attention/src/cache": ["Caches", "缓存"],
  "attention/src/contract": ["Contracts", "契约"],
  "attention/src/flex": ["FlexAttention", "FlexAttention"],
  "attention/src/definitions": ["Definitions", "定义"],
  "attention/src/definitions/ladder": ["The ladder", "阶梯"],
  "attention/src/ladder": ["The workshop", "工坊"],
  "models/src/definitions": ["Definitions", "定义"],
  "models/src/transformer": ["Transformer", "Transformer"],
  "models/src/transformer-xl": ["Transformer-XL", "Transformer-XL"],
  "models/src/gpt": ["GPT", "GPT"],
  "models/src/bert": ["BERT", "BERT"],
  "models/src/seq2seq": ["Seq2seq", "Seq2seq"],
  "models/src/copying": ["Copying", "复制机制"],
  "models/src/pointer": ["Pointer networks", "指针网络"],
  "models/src/memory": ["Memory networks", "记忆网络"],
  "models/src/hierarchical": ["Hierarchical attention", "层次注意力"],
  "models/src/decoding": ["Decoding", "解码"],
  "models/src/metrics": ["Metrics", "指标"],
  "models/src/tokens": ["Tokens", "词元"],
  "models/src/contract": ["Contracts", "契约"],
  "models/src/seeds": ["The seed documents' models", "种子文档中的模型"],
  "lens/src": ["Names of hooks", "钩子名称"],
  "lens/src/run": ["Runs", "运行"],
  "lens/src/cache": ["Activations", "激活值"],
  "lens/src/readouts": ["Readouts", "读出"],
  "lens/src/interventions": ["Interventions", "干预"],
  "lens/src/patching": ["Patching", "激活修补"],
  "lens/src/files": ["Files", "文件"],
  "pretrained/src": ["Errors", "错误"],
  "pretrained/src/load": ["Loading", "加载"],
  "pretrained/src/save": ["Saving", "保存"],
  "pretrained/src/lora": ["LoRA", "LoRA"],
  "pretrained/src/files": ["Files", "文件"],
  "pretrained/src/architecture": ["Architectures", "架构"],
  "pretrained/src/tokenizer": ["Tokenizers", "分词器"],
  "pretrained/src/node": ["Folders", "文件夹"],
  "onnx/src": ["Export", "导出"],
  "onnx/src/trace": ["Traces", "跟踪"],
  "datasets/src": ["Batches and tasks", "批次与任务"],
  "datasets/src/loader": ["Loaders", "加载器"],
  "datasets/src/text": ["Text", "文本"],
  "datasets/src/bpe": ["Subwords", "子词"],
  "datasets/src/nmt": ["Translation", "翻译"],
  "datasets/src/grammar": ["Grammar", "语法"],
  "datasets/src/coreference": ["Coreference", "指代"],
  "datasets/src/cues": ["Cues", "线索"],
  "datasets/src/images": ["Images", "图像"],
  "datasets/src/stories": ["Stories", "故事"],
  "datasets/src/tasks": ["Tasks for pointers", "指针任务"],
  "datasets/src/node": ["Downloads", "下载"],
  "train/src": ["Training", "训练"],
  "train/src/worker": ["Workers", "Worker"],
  "plot/src": ["Plots", "绘图"],
  "plot/src/page": ["In a page", "在页面中"],
  "kernels-wasm/src": ["Kernels", "内核"],
  "kernels-wasm/src/pool": ["Threads", "线程"],
  "kernels-webgpu/src": ["Kernels on the GPU", "GPU 内核"],
  "kernels-webgpu/src/gpu": ["Devices", "设备"],
  "create-saccade/src": ["Projects", "项目"],
  "saccade/src": ["Backends", "后端"],
};

const order = new Map(Object.keys(topics).map((folder, i) => [folder, i]));

/** The folder that determines a name's topic, "nn/src/layers"; for a name of a namespace, the namespace's. */
export function topicOf({ file, namespace }: Pick<Name, "file" | "namespace">): string {
  const own = file.replace(/^packages\/(.*?\/src)\/.*/, `$1/${namespace?.name}`);
  const folder = order.has(own) ? own : dirname(file).replace(/^packages\//, "");
  if (!order.has(folder))
    throw new Error(
      `The reference has no title for packages/${folder}: add one to tools/reference/src/topics.ts.`,
    );
  return folder;
}

export function topicTitle(topic: string, lang: Lang): string {
  return topics[topic]![lang === "en" ? 0 : 1];
}

export function topicOrder(topic: string): number {
  return order.get(topic)!;
}
