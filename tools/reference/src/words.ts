/** The languages in which the reference's pages are written; docstrings are in English. */
export type Lang = "en" | "zh";

export const langs: readonly Lang[] = ["en", "zh"];

type Text = Readonly<Record<Lang, string>>;

/** The pages' texts around the docstrings. */

export const words = {
  reference: { en: "Reference", zh: "API 参考" },
  from: { en: "Import from", zh: "导入自" },
  source: { en: "Source:", zh: "源码：" },
  parameters: { en: "Parameters", zh: "参数" },
  options: { en: "Options", zh: "选项" },
  ofOptions: { en: "The properties of", zh: "属性来自" },
  returns: { en: "Returns", zh: "返回值" },
  throws: { en: "Throws", zh: "抛出的错误" },
  example: { en: "Example", zh: "示例" },
  constructorOf: { en: "Constructor", zh: "构造函数" },
  properties: { en: "Properties", zh: "属性" },
  methods: { en: "Methods", zh: "方法" },
  members: { en: "Names", zh: "名称" },
  ops: { en: "Ops", zh: "运算" },
  opsText: {
    en: "Each is a function too, `x.add(y)` and `add(x, y)`; its page has examples and says what it throws.",
    zh: "每个方法同时也是函数：`x.add(y)` 即 `add(x, y)`；函数的页面有示例，并说明会抛出哪些错误。",
  },
  inherited: { en: "Inherited from", zh: "继承自" },
  see: { en: "See also", zh: "另见" },
  pytorch: { en: "In PyTorch:", zh: "PyTorch 中的对应：" },
  types: { en: "Types:", zh: "类型：" },
  nearby: { en: "In the same file:", zh: "同一文件中：" },
  name: { en: "name", zh: "名称" },
  type: { en: "type", zh: "类型" },
  method: { en: "method", zh: "方法" },
  call: { en: "call", zh: "调用" },
  does: { en: "what it does", zh: "作用" },
  package: { en: "package", zh: "包" },
  entries: { en: "entries", zh: "入口" },
  others: { en: "Entries for authors and hosts", zh: "面向扩展作者与宿主的入口" },
  also: { en: "Also exported here:", zh: "此入口还导出：" },
  worker: {
    en: "A program to start as a worker; it exports nothing.",
    zh: "作为 worker 启动的程序，没有导出。",
  },
  moved: {
    en: "Each name has a page of its own.",
    zh: "每个名称都有自己的页面。",
  },
  intro: {
    en:
      "Every name that a program can import has a page, with its signature, its options, the errors it throws and an example. " +
      "The value in an example's comment is what CI gets when it runs the line; names that an example does not declare are " +
      "imports. Random numbers start from `manualSeed(0)`.",
    zh:
      "程序可以导入的每个名称都有一页：签名、选项、会抛出的错误和示例。示例注释中的值就是 CI 运行该行得到的结果；示例中没有声明的名称" +
      "来自导入。随机数从 `manualSeed(0)` 开始。说明文字取自源码，为英文。",
  },
} as const satisfies Readonly<Record<string, Text>>;
