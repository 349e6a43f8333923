/** The body of a chat's request, finished by the code that sends it. */
import type { Conversation, Message } from '../../../../shared/chat/chat';
import { defaultConnection } from '../../../../shared/profiles/defaults';
import type { RunSettings } from '../../../../shared/run/chat-settings';
import { asWritten } from '../../../../shared/run/written-fields';
import { chatParams } from '../../modalities/chat-request';
import { backWith } from '../../modalities/earlier-thinking';
import { type ContentOf, type SentTurn, turnsOf } from '../../modalities/sent-history';
import type { Ports } from '../../ports/ports';
import type { Profiles } from '../../profiles/profiles';
import { WHOLE_BRANCH } from '../plan';
import type { SentFiles } from '../sent-files';
import type { JsonRecord } from './read-body';
import type { Build } from './settings-from-body';

export interface FinisherServices {
  readonly profiles: Profiles;
  readonly sentFiles: SentFiles;
}

/** The visible branch of a chat, with what is sent of it. */
export interface SentBranch {
  readonly conversation: Conversation;
  /** Oldest first. */
  readonly history: readonly Message[];
  readonly turns: readonly SentTurn<Message>[];
  readonly body: JsonRecord;
}

type Finish = (
  model: string | null,
) => (
  settings: RunSettings,
  sent?: { readonly history: readonly Message[]; readonly contentOf: ContentOf },
) => JsonRecord;

/** In the words of the profile in use; a chat without a model has a body without one. */
export function createFinish({ gateway }: Ports, { profiles, sentFiles }: FinisherServices): Finish {
  return (model) => {
    const profileId = profiles.activeId();
    const words = sentFiles.words(profileId, model ?? '');
    const profile = profiles.all().find(({ id }) => id === profileId);
    const { baseUrl = '', connection: { gateway: kind, paths } = defaultConnection } = profile ?? {};
    const wording = gateway.wording({ baseUrl, gateway: kind, paths });
    return (settings, { history, contentOf } = { history: [], contentOf: () => '' }) => {
      const params = chatParams(model ?? '', history, settings, contentOf, words);
      const { model: named, ...rest } = wording.toBody('chat', params);
      return asWritten(model === null ? rest : { model: named, ...rest }, settings.written);
    };
  };
}

/** What settings send beside the messages. */
export function buildWith(finish: Finish, model: string | null): Build {
  const build = finish(model);
  return (settings) => ({ ...build(settings), messages: [] });
}

export async function readBranch(
  { storage: { messages } }: Ports,
  { profiles, sentFiles }: FinisherServices,
  finish: Finish,
  conversation: Conversation,
): Promise<SentBranch> {
  const { id, leafId, model, settings } = conversation;
  const history = leafId === null ? [] : messages.pathEndingIn(id, leafId, WHOLE_BRANCH).messages;
  const profileId = profiles.activeId();
  const contentOf = await sentFiles.contentFor({ profileId, model: model ?? '', history });
  const body = finish(model)(settings, { history, contentOf });
  const { thinkingBack, cachePoints } = sentFiles.words(profileId, model ?? '');
  const turns = turnsOf(history, contentOf, backWith(thinkingBack, settings), cachePoints);
  return { conversation, history, turns, body };
}
