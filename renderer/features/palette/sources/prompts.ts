import { BookMarked } from 'lucide-react';
import type { PromptSummary } from '../../../../shared/run/prompts';
import { call } from '../../../link/call';
import { insertPrompt } from '../../../parts/prompts/prompt-actions';
import { insertThere } from '../../../state/ui/surface';
import type { Group, Hit, Source } from '../hit';

const title = 'Prompts';

/** The prompt library; a chosen prompt is inserted into the current field. */
export const promptSource: Source = { title, prefix: '/', find };

async function find(query: string, limit: number): Promise<Group> {
  const answer = await call('prompts.page', { query, tag: null, cursor: null, limit });
  if (!answer.ok) return { title, hits: [], error: answer.error };
  return { title, hits: answer.value.prompts.map(hitOf) };
}

const hitOf = ({ id, name, excerpt }: PromptSummary): Hit => ({
  key: `prompt:${id}`,
  icon: BookMarked,
  label: name,
  snippet: excerpt,
  run: () => void insertPrompt(id, insertThere),
});
