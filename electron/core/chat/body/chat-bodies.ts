/** A chat as the body of its request, and a body as a chat. Nothing is sent. */
import type { Conversation } from '../../../../shared/chat/chat';
import type { AppliedBody } from '../../../../shared/commands/body-commands';
import type { CheckedInput } from '../../../../shared/contract';
import { AppError } from '../../../../shared/errors';
import type { EventBus } from '../../events';
import type { Ports } from '../../ports/ports';
import type { RunningReplies } from '../running-replies';
import { buildWith, createFinish, type FinisherServices, readBranch, type SentBranch } from './finished-body';
import { type JsonRecord, type ReadBody, readBody, readJson, readMessage, wrong } from './read-body';
import { sendsSystemPrompt, storeBranch, storeChat } from './store-body';

interface BodyServices extends FinisherServices {
  readonly replies: RunningReplies;
  readonly events: EventBus;
}

export function createChatBodies(ports: Ports, services: BodyServices) {
  const { storage } = ports;
  const finish = createFinish(ports, services);
  const find = (id: string): Conversation => {
    const conversation = storage.conversations.get(id);
    if (conversation) return conversation;
    throw new AppError({ code: 'not_found', message: 'This chat no longer exists.' });
  };
  const branchOf = (id: string) => readBranch(ports, services, finish, find(id));
  const apply = (editId: string, branch: SentBranch, read: ReadBody): AppliedBody => {
    const { id, model, settings } = branch.conversation;
    const known = storage.chatEdits.get(editId);
    if (known !== undefined) return { edit: known, before: { model, settings } };
    if (services.replies.isWriting(id)) throw busy();
    const build = buildWith(finish, read.model);
    const applied = storage.transaction(() => storeBranch(ports, branch, { editId, read, build }));
    const { madeId = null } = applied.edit ?? {};
    services.replies.announce(id, () =>
      madeId === null ? [] : (storage.messages.get(madeId)?.siblingIds ?? []),
    );
    return applied;
  };
  const turnOf = async (messageId: string) => {
    const message = storage.messages.get(messageId);
    if (!message) throw new AppError({ code: 'not_found', message: 'This message no longer exists.' });
    const branch = await branchOf(message.conversationId);
    const at = branch.turns.findIndex((turn) => turn.messages.some(({ id }) => id === messageId));
    const turn = branch.turns[at];
    if (turn === undefined)
      throw wrong('Nothing is sent of this message in the branch that is shown.', 'messageId');
    return { branch, at, turn };
  };
  return {
    async get({ conversationId }: CheckedInput<'body.get'>) {
      const { body, conversation } = await branchOf(conversationId);
      return { text: pretty(body), leafId: conversation.leafId };
    },
    async apply({ editId, conversationId, leafId, text }: CheckedInput<'body.apply'>) {
      const read = readBody(text);
      if (read.model === null) throw wrong('“model” is missing: name the model of the request.');
      const branch = await branchOf(conversationId);
      const isRepeat = storage.chatEdits.get(editId) !== undefined;
      if (!isRepeat && branch.conversation.leafId !== leafId) throw wrong(changedSince, 'leafId');
      return apply(editId, branch, read);
    },
    async getMessage({ messageId }: CheckedInput<'body.getMessage'>) {
      const { turn } = await turnOf(messageId);
      return { text: pretty(turn.params.length === 1 ? turn.params[0] : turn.params) };
    },
    async applyMessage({ editId, messageId, text }: CheckedInput<'body.applyMessage'>) {
      const changed = [readJson(text)].flat().map(readMessage);
      const { branch, at } = await turnOf(messageId);
      return apply(editId, branch, withChanged(branch, at, changed));
    },
    open({ newId, text }: CheckedInput<'body.open'>) {
      const read = readBody(text);
      if (storage.conversations.get(newId)) return { conversationId: newId };
      const build = buildWith(finish, read.model);
      storage.transaction(() => storeChat(ports, newId, read, build));
      services.replies.announce(newId, []);
      return { conversationId: newId };
    },
  };
}

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

const changedSince =
  'The chat has changed since its JSON was opened. Copy your text, open the JSON again and apply it there.';

const busy = () =>
  new AppError({
    code: 'busy',
    message: 'A reply is still being written here. Stop it first, or wait for it to finish.',
  });

/** The body of a branch with other messages in the place of one turn. */
function withChanged(branch: SentBranch, at: number, changed: readonly JsonRecord[]): ReadBody {
  const { turns, body, conversation } = branch;
  const sent = turns.map(({ params }) => params as unknown as readonly JsonRecord[]);
  const system = sendsSystemPrompt(branch) ? (body.messages as readonly JsonRecord[]).slice(0, 1) : [];
  const messages = [...system, ...sent.slice(0, at).flat(), ...changed, ...sent.slice(at + 1).flat()];
  return { body: { ...body, messages }, messages, model: conversation.model };
}
