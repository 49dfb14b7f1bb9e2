import { readFileSync } from "node:fs";
import ts from "typescript";

const files = new Map<string, ts.SourceFile>();

/** Whether the function `name`, or the method `Class.name`, has a `throw` in its body. Functions inside do not count. */
export function throws(path: string, name: string): boolean {
  const file =
    files.get(path) ?? ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.ES2022, true);
  files.set(path, file);
  const [first, second] = name.split(".");
  return file.statements.some((statement) => {
    if (ts.isClassDeclaration(statement) && statement.name?.text === first && second !== undefined)
      return statement.members.some((member) => nameOf(member) === second && hasThrow(member));
    if (second !== undefined) return false;
    if (ts.isFunctionDeclaration(statement)) return statement.name?.text === first && hasThrow(statement);
    if (!ts.isVariableStatement(statement)) return false;
    return statement.declarationList.declarations.some(
      ({ name, initializer }) =>
        name.getText(file) === first &&
        initializer !== undefined &&
        ts.isFunctionLike(initializer) &&
        hasThrow(initializer),
    );
  });
}

function nameOf(member: ts.ClassElement): string {
  return ts.isConstructorDeclaration(member) ? "constructor" : (member.name?.getText() ?? "");
}

function hasThrow(node: ts.Node): boolean {
  let found = false;
  const visit = (child: ts.Node): void => {
    if (ts.isThrowStatement(child)) found = true;
    else if (!ts.isFunctionLike(child)) ts.forEachChild(child, visit);
  };
  ts.forEachChild(node, visit);
  return found;
}
