import type { Envelope } from '../../../shared/errors';
import type { VariantPlan } from '../../../shared/lab/experiment';
import { parseTemplate } from '../../../shared/lab/template';
import { call } from '../../link/call';
import { useAnswer } from '../../state/use-answer';
import { casesOf } from './add-calls';

/** What of these calls the variants of an experiment would not send, said before they are added to it. */
export function UnusedValues({ to, ids }: { to: string; ids: readonly string[] }) {
  const { value, isCurrent } = useAnswer(() => unusedValues(to, ids), [to, ids.join(' ')]);
  if (value === null || !isCurrent || value.length === 0) return null;
  return (
    <div role="status" aria-label="Not sent" className="flex flex-col gap-1 text-sm text-warn">
      {value.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}

const values = [
  { name: 'prompt', what: 'messages' },
  { name: 'system', what: 'system prompts' },
] as const;

async function unusedValues(id: string, ids: readonly string[]): Promise<Envelope<readonly string[]>> {
  const [experiment, calls] = await Promise.all([call('experiments.get', { id }), casesOf(ids)]);
  if (!experiment.ok) return experiment;
  const { variants } = experiment.value;
  const given = calls.some(({ system }) => system !== null) ? values : values.slice(0, 1);
  const sentences = given.flatMap(({ name, what }) => {
    const without = variants.filter((variant) => !usedBy(variant).includes(name));
    const kept = `the ${what} of these calls are kept with the cases, and are not sent`;
    if (without.length === 0) return [];
    if (without.length === variants.length) return [`No variant uses {{${name}}}: ${kept}.`];
    const labels = without.map(({ label }) => `“${label}”`).join(', ');
    return [`Without {{${name}}}: ${labels}. There ${kept}.`];
  });
  return { ok: true, value: sentences };
}

function usedBy(variant: VariantPlan): readonly string[] {
  const system = variant.modality === 'chat' ? (variant.settings.systemPrompt ?? '') : '';
  return [variant.template, system].flatMap((text) => parseTemplate(text).variables.map(({ name }) => name));
}
