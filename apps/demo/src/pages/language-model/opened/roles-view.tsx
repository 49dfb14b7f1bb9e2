import { signal } from "@preact/signals";
import { HeadPairs } from "@saccade/figures/head-scores";
import { fill } from "@saccade/figures/messages";
import { Choice } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useWords } from "../../../app/shell.ts";
import { Foldable } from "../foldable.tsx";
import { useWanted, type Wanted } from "../heads.ts";
import type { HeadRoles } from "./calls.ts";
import { openedWords } from "./messages/index.ts";

const roleNames = ["induction", "previousToken", "duplicateToken"] as const;

/** The behavior of each head of an opened model on repeated random tokens. */
export function RolesView({ roles }: { readonly roles: Wanted<HeadRoles> }): JSX.Element {
  const t = useWords(openedWords);
  const into = useWanted(roles);
  const role = useMemo(() => signal<(typeof roleNames)[number]>("induction"), []);
  const found = roles.answer.value;
  const names = (count: number, of: (i: number) => string): string[] =>
    Array.from({ length: count }, (_, i) => of(i));
  return (
    <section class="roles" ref={into}>
      <Foldable title={t.rolesTitle}>
        <p>{t.rolesText}</p>
        <Choice legend={t.role} value={role} names={roleNames} labels={t.roles} />
        {found !== null && (
          <HeadPairs
            values={found[role.value]}
            left={names(found.layers, (layer) => fill(t.rolesLayer, { layer }))}
            right={names(found.heads, String)}
            caption={t.rolesCaption}
          />
        )}
      </Foldable>
    </section>
  );
}
