/** Variables that a case leaves empty, or does not have: promptfoo asks without them, where a prompt of ours says what is missing. */
import type { CasePlan, VariantPlan } from '../../experiment';
import { parseTemplate } from '../../template';
import type { Note } from '../reading';

/** Templates that say that such variables may be empty, as `{{name=}}`. */
export function withEmptyValues(
  variants: readonly VariantPlan[],
  cases: readonly CasePlan[],
  note: Note,
): readonly VariantPlan[] {
  const isEmpty = (name: string) => cases.some(({ variables }) => (variables[name] ?? '').trim() === '');
  return variants.map((variant) => {
    const { parts, variables } = parseTemplate(variant.template);
    const open = variables.filter(
      ({ name, type, fallback }) => type === 'text' && fallback === null && isEmpty(name),
    );
    if (open.length === 0) return variant;
    for (const { name } of open)
      if (cases.every((one) => !Object.hasOwn(one.variables, name)))
        note(`No test has the variable “${name}”: it is empty in the prompt.`);
    const names = new Set(open.map(({ name }) => name));
    const template = parts
      .map((part) => (part.kind === 'variable' && names.has(part.name) ? `{{${part.name}=}}` : part.source))
      .join('');
    return { ...variant, template };
  });
}

/** Cases with the variables of system prompts that they do not have, where braces would be sent. */
export function withSystemValues(
  cases: readonly CasePlan[],
  variants: readonly VariantPlan[],
): readonly CasePlan[] {
  const names = variants.flatMap((variant) =>
    variant.modality === 'chat' ? parseTemplate(variant.settings.systemPrompt ?? '').variables : [],
  );
  const empty = Object.fromEntries(names.map(({ name }) => [name, '']));
  return names.length === 0
    ? cases
    : cases.map((one) => ({ ...one, variables: { ...one.variables, ...missingOf(empty, one) } }));
}

const missingOf = (empty: Readonly<Record<string, string>>, { variables }: CasePlan) =>
  Object.fromEntries(Object.entries(empty).filter(([name]) => !Object.hasOwn(variables, name)));
