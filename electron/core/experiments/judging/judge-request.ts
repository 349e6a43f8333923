/** What a judge is sent. */
import { judgeQuestion } from '../../../../shared/assertions/judged/questions';
import { isMeasured } from '../../../../shared/assertions/types';
import type { CasePlan, VariantPlan } from '../../../../shared/lab/experiment';
import type { RunSettings } from '../../../../shared/run/chat-settings';
import { claimOf } from '../../checks/claims';
import type { NewJudgement } from '../../ports/experiments';
import type { Ports } from '../../ports/ports';
import { promptOf } from '../cell-request';
import type { JudgeTask } from './judged-assertions';

type Read = Pick<Ports, 'storage'>;

/** Enough for a reason and what a model thinks before it; a bound on what a judgement costs. */
const REPLY_TOKENS = 4_096;

/** The text of an answer, or the image that it is. */
export type ShownAnswer = { readonly text: string } | { readonly mediaId: string };

/** The settings and the message of one request. A schema is sent only where the catalog says that the model takes one. */
export function judgeRequest(
  { storage }: Read,
  task: JudgeTask,
  question: string,
  shown: readonly ShownAnswer[],
): Pick<NewJudgement, 'settings' | 'prompt' | 'media'> {
  const { type, criterion, profileId, model } = task;
  if (isMeasured(type)) return measuredRequest(task, shown);
  const answers = shown.map((one) => ('text' in one ? one.text : null));
  const { systemPrompt, message, format } = judgeQuestion(type, { question, criterion, answers });
  const record = storage.catalogues.get(profileId)?.models.find(({ id }) => id === model) ?? null;
  const { maxOutput = REPLY_TOKENS, parameters = [] } = record?.capabilities ?? {};
  const settings: RunSettings = {
    systemPrompt,
    maxTokens: Math.min(REPLY_TOKENS, maxOutput),
    ...(parameters.includes('temperature') && { temperature: 0 }),
    ...(claimOf('jsonSchema', record) === true && { responseFormat: format }),
  };
  return { settings, prompt: message, media: shown.flatMap((one) => ('text' in one ? [] : [one.mediaId])) };
}

/** The answer and what it is compared with. Vectors have no tokens of a reply. */
function measuredRequest({ values = [] }: JudgeTask, shown: readonly ShownAnswer[]) {
  const texts = shown.flatMap((one) => ('text' in one ? [one.text] : []));
  return {
    settings: { maxTokens: 1, stream: false },
    prompt: JSON.stringify([...texts, ...values]),
    media: [],
  };
}

/** The prompt that all answers have in common, otherwise the values of the case. */
export function questionOf(variants: readonly VariantPlan[], asked: CasePlan): string {
  const prompts = new Set(variants.map((variant) => promptOf(variant, asked)));
  const [first = ''] = prompts;
  if (prompts.size === 1) return first;
  return Object.entries(asked.variables)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}
