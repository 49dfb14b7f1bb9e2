// Classes that extend a module made of a function: `class CELU extends moduleWithSettings("CELU", celu, celuCall)`.
import {
  type DeclarationReflection,
  ParameterReflection,
  type ProjectReflection,
  ReferenceType,
  ReflectionFlag,
  ReflectionKind,
  type SignatureReflection,
} from "typedoc";

const made = /^module\w+\(.*\)\.\w+$/s;

/** Shows such a class as a class of `base` with its own constructor, fields and forward. */
export function asModule(
  reflection: DeclarationReflection,
  base: DeclarationReflection,
  project: ProjectReflection,
): void {
  const members = (reflection.children ?? []).filter(({ inheritedFrom }) =>
    made.test(inheritedFrom?.name ?? ""),
  );
  if (!reflection.kindOf(ReflectionKind.Class) || members.length === 0) return;
  const link = (to: DeclarationReflection, name: string): ReferenceType =>
    ReferenceType.createResolvedReference(name, to, project);
  reflection.extendedTypes = [link(base, base.name)];
  for (const member of members) {
    const own = member.name === "constructor" || member.name === "forward";
    const inherited = own ? undefined : base.getChildByName([member.name]);
    if (inherited?.isDeclaration()) member.inheritedFrom = link(inherited, `${base.name}.${member.name}`);
    else delete member.inheritedFrom;
    if (own) for (const signature of member.signatures ?? []) spread(signature);
  }
}

/** `(...settings: [dim?: number])` as `(dim?: number)`. */
function spread(signature: SignatureReflection): void {
  signature.parameters = (signature.parameters ?? []).flatMap((param) => {
    if (param.type?.type !== "tuple") return [param];
    return param.type.elements.flatMap((element) => {
      if (element.type !== "namedTupleMember") return [];
      const one = new ParameterReflection(element.name, ReflectionKind.Parameter, signature);
      one.type = element.element;
      one.setFlag(ReflectionFlag.Optional, element.isOptional);
      return [one];
    });
  });
}
