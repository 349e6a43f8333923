/** Presets with messages: a stretch of a chat that new chats begin with, as examples for the model. */
import type { Message } from '../../../shared/chat/chat';
import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { type OpenedPreset, presetLimits } from '../../../shared/run/presets';
import { presetMessagesSchema } from '../../../shared/run/presets-schema';
import type { FinisherServices } from '../chat/body/finished-body';
import { type JsonRecord, readMessage } from '../chat/body/read-body';
import { storeMessages } from '../chat/body/store-body';
import { WHOLE_BRANCH } from '../chat/plan';
import type { RunningReplies } from '../chat/running-replies';
import { titleFrom } from '../chat/title';
import type { EventBus } from '../events';
import { turnsOf } from '../modalities/sent-history';
import type { Ports } from '../ports/ports';
import { kindsIn, withoutKinds } from './example-files';

type Stretch = Pick<CheckedInput<'presets.createWithMessages'>, 'fromId' | 'toId'>;

export interface PresetServices extends FinisherServices {
  readonly replies: RunningReplies;
  readonly events: EventBus;
}

export function createPresetChats(ports: Ports, { profiles, sentFiles, replies, events }: PresetServices) {
  const { conversations, messages, presets } = ports.storage;
  const notTaken = (model: string | null, examples: readonly JsonRecord[]) =>
    model === null
      ? []
      : kindsIn(examples).filter((kind) => !sentFiles.takes(profiles.activeId(), model, kind));
  return {
    /** The messages as JSON, in the form of a request. @throws AppError where there are none, or too many */
    async read({ fromId, toId }: Stretch): Promise<string> {
      const history = stretchOf(messages, { fromId, toId });
      // Of no model: a file that this one does not take is kept for another.
      const asked = { profileId: profiles.activeId(), model: '', history };
      const sent = turnsOf(history, await sentFiles.contentFor(asked)).flatMap(({ params }) => params);
      const text = JSON.stringify(sent);
      if (sent.length === 0) throw refused('Nothing is sent of these messages. Choose others.');
      if (sent.length > presetLimits.messages)
        throw refused(`A preset holds up to ${presetLimits.messages} messages. Choose fewer.`);
      if (text.length > presetLimits.messagesCharacters)
        throw refused('These messages and their files are too large for a preset. Choose fewer.');
      return text;
    },
    open({ id, newId, asksFiles = false, leaveOut = [] }: CheckedInput<'presets.open'>): OpenedPreset {
      const preset = presets.get(id);
      const { content } = preset ?? {};
      if (preset === undefined || content?.modality !== 'chat') throw gone();
      if (conversations.get(newId) === undefined) {
        const examples = withoutKinds(readExamples(presets.messagesOf(id)), leaveOut);
        const { model, settings } = content;
        const kinds = asksFiles ? notTaken(model, examples) : [];
        if (model !== null && kinds.length > 0) return { conversationId: newId, notTaken: { model, kinds } };
        const chat = { id: newId, title: titleFrom(preset.name), model, settings };
        ports.storage.transaction(() => storeMessages(ports, chat, examples));
      }
      replies.announce(newId, []);
      const conversation = conversations.get(newId);
      if (conversation) events.emit({ type: 'conversation.changed', conversation });
      return { conversationId: newId };
    },
  };
}

/** The messages from one to another, oldest first. */
function stretchOf(messages: Ports['storage']['messages'], { fromId, toId }: Stretch): readonly Message[] {
  const last = messages.get(toId);
  const branch = last && messages.pathEndingIn(last.conversationId, toId, WHOLE_BRANCH).messages;
  const at = fromId === null ? 0 : (branch?.findIndex(({ id }) => id === fromId) ?? -1);
  if (branch !== undefined && at !== -1) return branch.slice(at);
  throw new AppError({ code: 'not_found', message: 'These messages are no longer part of the chat.' });
}

/**
 * A damaged disk may have left anything in the column: nothing of it is opened.
 * @throws AppError `invalid_input`
 */
function readExamples(text: string | null): readonly JsonRecord[] {
  if (text === null) return [];
  const { data } = presetMessagesSchema.safeParse(parsed(text));
  if (data !== undefined) return data.map(readMessage);
  const message =
    'The messages of this preset are damaged and can’t be read. Delete it, or restore a backup.';
  throw new AppError({ code: 'invalid_input', field: 'id', message });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const refused = (message: string) => new AppError({ code: 'invalid_input', field: 'toId', message });

const gone = () => new AppError({ code: 'not_found', message: 'This preset no longer exists.' });
