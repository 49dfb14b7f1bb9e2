// The editor: monaco with TypeScript's language service in a Worker. Loaded only when a reader opens the playground.
import * as monaco from "monaco-editor/editor/editor.api.js";
import EditorWorker from "monaco-editor/editor/editor.worker.js?worker";
import "monaco-editor/features/register.all.js";
import "monaco-editor/languages/definitions/typescript/register.js";
import files from "virtual:saccade-types";
import TypeScriptWorker from "monaco-editor/language/typescript/ts.worker.js?worker";
import {
  getTypeScriptWorker,
  ModuleKind,
  type ModuleResolutionKind,
  type ScriptTarget,
  typescriptDefaults,
} from "monaco-editor/languages/features/typescript/register.js";
import { programFrom } from "../../runner/lines.ts";
import type { Program } from "../../runner/messages.ts";

export interface Editor {
  readonly text: () => string;
  readonly setText: (text: string) => void;
  /** The program as `runProgram` takes it. */
  readonly compile: () => Promise<Program>;
  readonly setDark: (dark: boolean) => void;
  readonly dispose: () => void;
}

self.MonacoEnvironment = {
  getWorker: (_, label) => (label === "typescript" ? new TypeScriptWorker() : new EditorWorker()),
};

typescriptDefaults.setCompilerOptions({
  strict: true,
  noUncheckedIndexedAccess: true,
  target: 9 as ScriptTarget, // ES2022, which monaco's list lacks, as it lacks bundler below
  // Programs run as CommonJS bodies (see runner/runtime.ts), whose imports are those of a bundler.
  module: ModuleKind.CommonJS,
  sourceMap: true, // for the lines of errors
  moduleResolution: 100 as ModuleResolutionKind, // bundler
  lib: ["es2023", "dom", "esnext.disposable"],
  allowNonTsExtensions: true,
  allowImportingTsExtensions: true,
  moduleDetection: 3, // force: a program without imports is a module too
});
// The runner wraps a program in an async function: await is allowed anywhere.
typescriptDefaults.setDiagnosticsOptions({ diagnosticCodesToIgnore: [1375, 1378] });
typescriptDefaults.setEagerModelSync(true);
typescriptDefaults.setExtraLibs(Object.entries(files).map(([filePath, content]) => ({ filePath, content })));

/** Opens the editor in an element, with a program. */
export function openEditor(
  into: HTMLElement,
  text: string,
  { dark, label, onChange, onRun }: { dark: boolean; label: string; onChange: () => void; onRun: () => void },
): Editor {
  const uri = monaco.Uri.parse("file:///program.ts");
  const model = monaco.editor.createModel(text, "typescript", uri);
  const editor = monaco.editor.create(into, {
    model,
    theme: themeOf(dark),
    ariaLabel: label,
    automaticLayout: true,
    minimap: { enabled: false },
    fontFamily: "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
    fontSize: 14,
    lineNumbersMinChars: 3,
    scrollBeyondLastLine: false,
    tabSize: 2,
    fixedOverflowWidgets: true,
    // Else a program with U+2028, which a link may bring, opens a dialog.
    unusualLineTerminators: "off",
  });
  editor.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.Enter, onRun);
  model.onDidChangeContent(onChange);
  return {
    text: () => model.getValue(),
    setText: (value) => model.setValue(value),
    async compile() {
      const worker = await (await languageService())(uri);
      const [syntax] = await worker.getSyntacticDiagnostics(uri.toString());
      if (syntax !== undefined) {
        const { lineNumber, column } = model.getPositionAt(syntax.start ?? 0);
        throw new SyntaxError(`line ${lineNumber}, column ${column}: ${textOf(syntax.messageText)}`);
      }
      const { outputFiles } = await worker.getEmitOutput(uri.toString());
      const [js, map] = [".js", ".js.map"].map((ending) =>
        outputFiles.find(({ name }) => name.endsWith(ending)),
      );
      if (js === undefined || map === undefined)
        throw new Error("TypeScript gave no output for the program.");
      return programFrom(js.text, map.text);
    },
    setDark: (value) => monaco.editor.setTheme(themeOf(value)),
    dispose() {
      editor.dispose();
      model.dispose();
    },
  };
}

/** TypeScript's language service. Monaco loads it on its own, and until then only reports that it is missing. */
async function languageService(tries = 200): ReturnType<typeof getTypeScriptWorker> {
  try {
    return await getTypeScriptWorker();
  } catch (error) {
    if (tries === 0) throw error;
    await new Promise((resolve) => setTimeout(resolve, 50));
    return languageService(tries - 1);
  }
}

function textOf(message: string | { readonly messageText: string }): string {
  return typeof message === "string" ? message : message.messageText;
}

function themeOf(dark: boolean): string {
  return dark ? "vs-dark" : "vs";
}
