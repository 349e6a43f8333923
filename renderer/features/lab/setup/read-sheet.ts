import type { Envelope } from '../../../../shared/errors';
import { base64Of } from '../../../lib/base64';
import { call } from '../../../link/call';
import { draftOfPlan } from './draft-of-plan';
import type { CaseDraft } from './lab-draft';

interface SheetCases {
  readonly cases: readonly CaseDraft[];
  readonly notes: readonly string[];
}

/** The cases of a workbook: of its first sheet that has rows. */
export async function readSheet(file: File): Promise<Envelope<SheetCases>> {
  const answer = await call('experiments.readFile', {
    files: [{ name: file.name, base64: await base64Of(file) }],
    // Of what is read only the cases count.
    models: ['-'],
    prompt: '-',
  });
  if (!answer.ok) return answer;
  const { plan, notes } = answer.value;
  return { ok: true, value: { cases: draftOfPlan(plan).cases, notes } };
}
