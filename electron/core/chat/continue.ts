import { written } from '../../../shared/chat/written-parts';
import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { isBegun, prefillWords } from '../../../shared/gateways/prefill';
import type { RunSettings } from '../../../shared/run/chat-settings';
import type { ChatParams } from '../../gateway/types/chat';
import { requireExtra } from '../lib/require-extra';
import { requireRounds, said } from '../modalities/sent-history';
import type { Ports } from '../ports/ports';
import { type ReplyPlan, regenerable, WHOLE_BRANCH } from './plan';

/** Chat models answer the last user message, so a continuation needs one that asks for it. The page never shows it. */
export const GO_ON =
  'Continue exactly where your last message stopped. Do not repeat any of it and do not comment on it.';

/** Only one reply is continued: further choices would each be charged and lack the text before. */
export const settingsToContinue = ({ choices: _one, ...settings }: RunSettings): RunSettings => settings;

/** Whether this intent was handled already, also where the reply was continued once more since: its key has another then. */
export const wasContinued = (
  { messages, ledger }: Pick<Ports['storage'], 'messages' | 'ledger'>,
  { messageId, intentId }: Pick<CheckedInput<'chat.continue'>, 'messageId' | 'intentId'>,
): boolean => messages.idempotencyKey(messageId) === intentId || ledger.operationOf(intentId) !== null;

/**
 * Opens a stored reply to be continued.
 * @throws AppError `not_found`, or `invalid_input` where there is nothing to continue.
 */
export function storeContinue(
  ports: Ports,
  { messageId, intentId }: CheckedInput<'chat.continue'>,
  profileId: string,
): ReplyPlan {
  const { storage } = ports;
  const { conversation, model, parentId } = regenerable(ports, messageId);
  const reply = storage.messages.get(messageId);
  if (!reply || reply.text === '' || reply.status === 'streaming') {
    throw new AppError({
      code: 'invalid_input',
      field: 'messageId',
      message: 'There is no text to continue.',
    });
  }
  requireExtra('chat', conversation.settings.extra, 'settings.extra');
  const { id: conversationId } = conversation;
  const branchTo = (id: string) => storage.messages.pathEndingIn(conversationId, id, WHOLE_BRANCH).messages;
  requireRounds(branchTo(parentId));
  storage.messages.reopen(messageId, { profileId, model, idempotencyKey: intentId });
  const settings = settingsToContinue(conversation.settings);
  // Blanks are no text to continue: the question is asked once more, and its answer takes their place.
  const isBegun = reply.text.trim() !== '';
  const lastId = isBegun ? messageId : parentId;
  const branch = branchTo(lastId);
  const history = isBegun ? [...branch, said('user', GO_ON)] : branch;
  const before = written(reply.parts).filter(({ type }) => isBegun || type !== 'text');
  return {
    replyId: messageId,
    conversationId,
    profileId,
    model,
    settings,
    history,
    before,
    thoughtMs: reply.thinkingMs,
    idempotencyKey: intentId,
  };
}

// Whether a model goes on from the words that a reply is given, as far as that is known.

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

/** How a body says by itself that its last message is unfinished. */
const marks = ['prefix', 'partial', 'continue_final_message'] as const;

/**
 * Marks the last message as the beginning of the reply, for the gateway’s own words. Blanks at its end are left out: some
 * gateways refuse them. A body that says it already was written so by a person, and stays as it is.
 */
export function withBeginning(
  params: ChatParams,
  { extra = {}, written: own }: RunSettings = {},
): ChatParams {
  const last = params.messages.at(-1);
  if (last?.role !== 'assistant') return params;
  const places = [last, params, extra, own?.fields ?? {}];
  if (marks.some((mark) => places.some((one) => Object.hasOwn(one, mark)))) return params;
  const content = typeof last.content === 'string' ? last.content.trimEnd() : last.content;
  const begun = { ...last, content, [isBegun]: true };
  return { ...params, messages: [...params.messages.slice(0, -1), begun] };
}
