import {
  DeclarationReflection,
  makeRecursiveVisitor,
  type SignatureReflection,
  type SomeType,
} from "typedoc";
import { isGenerated } from "./coverage.ts";

/** The declarations that a type names, with those inside it. */
export function namedIn(type: SomeType | undefined): ReadonlySet<DeclarationReflection> {
  const found = new Set<DeclarationReflection>();
  type?.visit(
    makeRecursiveVisitor({
      reference: ({ reflection }) => {
        if (reflection instanceof DeclarationReflection) found.add(reflection);
      },
      reflection: ({ declaration }) => {
        for (const named of namedBy(declaration)) found.add(named);
      },
    }),
  );
  return found;
}

/** The declarations that the types of a declaration name: of its signatures, its members and what it extends. */
export function namedBy(declaration: DeclarationReflection): ReadonlySet<DeclarationReflection> {
  const {
    type,
    signatures = [],
    getSignature,
    extendedTypes = [],
    children = [],
    typeParameters,
  } = declaration;
  const types = [type, ...extendedTypes, ...[...signatures, getSignature].flatMap(typesOf)];
  const generics = (typeParameters ?? []).flatMap((each) => [each.type, each.default]);
  const own = children.filter(
    (child) => !child.isReference() && child.inheritedFrom === undefined && !isGenerated(child),
  );
  return new Set([
    ...[...types, ...generics].flatMap((each) => [...namedIn(each)]),
    ...own.flatMap((child) => [...namedBy(child)]),
  ]);
}

function typesOf(signature: SignatureReflection | undefined): readonly (SomeType | undefined)[] {
  if (signature === undefined) return [];
  const { parameters = [], typeParameters = [], type } = signature;
  const generics = typeParameters.flatMap((each) => [each.type, each.default]);
  return [type, ...parameters.map((param) => param.type), ...generics];
}
