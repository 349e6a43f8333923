/** Whether a model goes on from the words that a reply is given, as far as that is known. */
import { AppError } from '../../../shared/errors';
import { prefillWords } from '../../../shared/gateways/prefill';
import type { ChatMessageParam, ChatParams } from '../../gateway/types/chat';
import type { Ports } from '../ports/ports';

/**
 * What a check saw of the model counts before what is known of its gateway.
 * @throws AppError `invalid_input` that says what to do instead
 */
export function requirePrefill(
  { storage }: Pick<Ports, 'storage'>,
  { profileId, model }: { readonly profileId: string; readonly model: string },
): void {
  const seen = storage.checks.latest(profileId, model).find(({ probe }) => probe === 'prefill')?.result;
  if (seen === 'works') return;
  const { gateway } = storage.profiles.get(profileId)?.connection ?? {};
  if (seen !== 'fails' && prefillWords(gateway) !== 'none') return;
  const why =
    seen === 'fails'
      ? `A check saw that ${model} begins its reply again instead of going on from given words.`
      : 'The models of this gateway don’t go on from given words: they answer after them.';
  const message = `${why} Choose another model, run from the message before, or make these words a message of the user.`;
  throw new AppError({ code: 'invalid_input', field: 'beginning', message });
}

/**
 * Marks the last message as the beginning of the reply, for the gateway’s own words. Blanks at its end are left out: some
 * gateways refuse them.
 */
export function withBeginning(params: ChatParams): ChatParams {
  const last = params.messages.at(-1);
  if (last?.role !== 'assistant') return params;
  const content = typeof last.content === 'string' ? last.content.trimEnd() : last.content;
  const begun: ChatMessageParam & { readonly prefix: true } = { ...last, content, prefix: true };
  return { ...params, messages: [...params.messages.slice(0, -1), begun] };
}
