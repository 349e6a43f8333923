/** A file of an experiment becomes the draft: a configuration of promptfoo, an experiment of Gatehouse, or a table. */
import { base64Of } from '../../../lib/base64';
import { call } from '../../../link/call';
import { modelsToCompare } from '../../../parts/comparisons/start-of-comparison';
import { modelsOf } from '../../../parts/models/profile-models';
import { workbookEndings } from '../../../parts/tables/read-sheet';
import { announce } from '../../../state/announce';
import { useCoreState } from '../../../state/core/core-state';
import { counted } from '../lab-text';
import { draftOfPlan } from './draft-of-plan';
import { setLabDraft, useLabDraft } from './draft-store';
import type { LabDraft, OpenWorkbook } from './lab-draft';

/** The endings of files that can hold an experiment, or prompts and values that one names. */
export const experimentFiles = `.yaml,.yml,.json,.jsonl,.csv,.tsv,${workbookEndings},.txt,.md,.j2`;

/** A configuration is read first; what it names, also of YAML and JSON, is looked for among the others. */
async function mainFirst(files: readonly File[]): Promise<readonly File[]> {
  const ranked = await Promise.all(files.map(async (file) => ({ file, rank: await rankOf(file) })));
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ file }) => file);
}

const rankOf = async (file: File): Promise<number> =>
  isTable(file) ? 2 : isExperimentText(await file.text()) ? 0 : 1;

/** With its folders, where it was chosen or dropped with them: two of one name are two files. */
const nameOf = ({ name, webkitRelativePath }: File): string => webkitRelativePath || name;

const isTable = ({ name }: File): boolean => !/\.(ya?ml|json)$/i.test(name);

/** Whether a pasted text is a configuration or an experiment, and no table of cases. */
export const isExperimentText = (text: string): boolean =>
  /^(prompts|providers|targets|defaultTest)\s*:/m.test(text) ||
  /^\s*\{[\s\S]*"(prompts|variants)"\s*:/.test(text);

export async function openExperimentFiles(files: readonly File[]): Promise<void> {
  const inOrder = await mainFirst(files);
  const given = await Promise.all(
    inOrder.map(async (file) => ({ name: nameOf(file), base64: await base64Of(file) })),
  );
  const { template } = useLabDraft.getState();
  // What names models and prompts of its own keeps them; a table is asked what is chosen here.
  const isAlone = given.length > 0 && inOrder.slice(0, 1).every(isTable);
  const read = await readFiles(given, isAlone, isAlone && template.trim() !== '' ? template : null);
  if (read === null) return;
  setLabDraft(read);
  const { cases, variants } = read;
  announce(`${counted(cases.length, 'case')} and ${counted(variants.length, 'variant')} read`);
}

/**
 * Reads another sheet, or the same with another row as its header: its cases take the place of those that are here, and all
 * that no table says stays.
 */
export async function openSheet(way: { readonly sheet?: number; readonly header?: number }): Promise<void> {
  const { workbook, template, variants } = useLabDraft.getState();
  if (workbook === null) return;
  const typed = template.trim() === '' ? null : template;
  const prompt = template === workbook.template ? workbook.prompt : typed;
  const { sheet = workbook.sheet ?? undefined, header } = way;
  const read = await readFiles(workbook.files, true, prompt, { sheet, header });
  if (read === null) return;
  setLabDraft({
    cases: read.cases,
    tableText: '',
    notes: read.notes,
    workbook: read.workbook,
    template: read.template,
    promptVersion: read.promptVersion,
    ...(variants.length === 1 && { variants: read.variants }),
  });
  announce(`${counted(read.cases.length, 'case')} read`);
}

/** As a draft; `null` where it is refused, which the draft says then. */
async function readFiles(
  files: OpenWorkbook['files'],
  isAlone: boolean,
  prompt: string | null,
  { sheet, header }: { readonly sheet?: number | undefined; readonly header?: number | undefined } = {},
): Promise<LabDraft | null> {
  const { variants } = useLabDraft.getState();
  const profileId = variants[0]?.profileId ?? useCoreState.getState().app?.activeProfileId ?? null;
  const model = variants[0]?.model ?? modelsToCompare(modelsOf(profileId), 'chat')[0]?.id;
  const answer = await call('experiments.readFile', {
    files: [...files],
    models: isAlone && model !== undefined ? [model] : [],
    prompt,
    ...(profileId !== null && { profileId }),
    ...(sheet !== undefined && { sheet }),
    ...(header !== undefined && { header }),
  });
  if (!answer.ok) {
    setLabDraft({ error: answer.error });
    return null;
  }
  const { plan, notes, sheets, sheet: number, head } = answer.value;
  const draft = draftOfPlan(plan);
  const { template } = draft;
  const table = head === null ? null : { files, sheets, sheet: number, head, prompt, template };
  return { ...draft, notes, workbook: table };
}

/** The same with a pasted text. */
export const openExperimentText = (text: string): Promise<void> =>
  openExperimentFiles([new File([text], 'pasted.yaml', { type: 'text/yaml' })]);
