/** A file of an experiment becomes the draft: a configuration of promptfoo, an experiment of Gatehouse, or a table. */
import { base64Of } from '../../../lib/base64';
import { call } from '../../../link/call';
import { modelsToCompare } from '../../../parts/comparisons/start-of-comparison';
import { modelsOf } from '../../../parts/models/profile-models';
import { announce } from '../../../state/announce';
import { useCoreState } from '../../../state/core/core-state';
import { counted } from '../lab-text';
import { draftOfPlan } from './draft-of-plan';
import { setLabDraft, useLabDraft } from './draft-store';

/** The endings of files that can hold an experiment. */
export const experimentFiles = '.yaml,.yml,.json,.jsonl,.csv,.tsv,.xlsx';

/** A configuration is read first; what it names is looked for among the others. */
const mainFirst = (files: readonly File[]): readonly File[] =>
  files.toSorted((one, other) => Number(isTable(one)) - Number(isTable(other)));

const isTable = ({ name }: File): boolean => !/\.(ya?ml|json)$/i.test(name);

/** Whether a pasted text is a configuration or an experiment, and no table of cases. */
export const isExperimentText = (text: string): boolean =>
  /^(prompts|providers|targets|defaultTest)\s*:/m.test(text) ||
  /^\s*\{[\s\S]*"(prompts|variants)"\s*:/.test(text);

export async function openExperimentFiles(files: readonly File[]): Promise<void> {
  const given = await Promise.all(
    mainFirst(files).map(async (file) => ({ name: file.name, base64: await base64Of(file) })),
  );
  const { template, variants } = useLabDraft.getState();
  const profileId = variants[0]?.profileId ?? useCoreState.getState().app?.activeProfileId ?? null;
  const first = modelsToCompare(modelsOf(profileId), 'chat')[0]?.id;
  // What names models of its own keeps them; a table is asked of the model that is chosen here.
  const isAlone = given.length > 0 && mainFirst(files).slice(0, 1).every(isTable);
  const model = variants[0]?.model ?? first;
  const answer = await call('experiments.readFile', {
    files: given,
    models: isAlone && model !== undefined ? [model] : [],
    prompt: isAlone && template.trim() !== '' ? template : null,
    ...(profileId !== null && { profileId }),
  });
  if (!answer.ok) return setLabDraft({ error: answer.error });
  const { plan, notes } = answer.value;
  setLabDraft({ ...draftOfPlan(plan), notes });
  announce(`${counted(plan.cases.length, 'case')} and ${counted(plan.variants.length, 'variant')} read`);
}

/** The same with a pasted text. */
export const openExperimentText = (text: string): Promise<void> =>
  openExperimentFiles([new File([text], 'pasted.yaml', { type: 'text/yaml' })]);
