import type { Snapshot } from '../../shared/contract';
import { archiveHandlers } from './archive/handlers';
import { backupHandlers } from './backups/handlers';
import { batchHandlers } from './batch/handlers';
import { createChat } from './chat/chat';
import { createConversations, NEW_CHAT_DRAFT } from './chat/conversations';
import { createTreeEdits } from './chat/edit-tree';
import { createChatQueue } from './chat/queue';
import { createCodeRequests } from './code/code-requests';
import { compareHandlers } from './compare/handlers';
import type { CoreOptions } from './core';
import { createLedgerHandlers } from './credits/handlers';
import type { Handlers } from './dispatch';
import { createModelChoices } from './models/model-choices';
import type { Ports } from './ports/ports';
import { presetHandlers } from './presets/handlers';
import { createProfileCommands } from './profiles/profile-commands';
import { createResultHosts } from './profiles/result-hosts';
import { promptHandlers } from './prompts/handlers';
import type { Services } from './services';

const FIRST_PAGE = 50;

/** What each command of the contract does. Commands that change something answer little: the news comes by event. */
export function createHandlers(ports: Ports, services: Services, options: CoreOptions): Handlers {
  const { notices, settings } = services;
  return {
    'app.snapshot': () => snapshot(ports, services, options),
    'app.dismissNotice': ({ id }) => nothing(notices.dismiss(id)),
    'settings.update': ({ patch }) => settings.update(patch).then(nothing),
    ...profileHandlers(ports, services),
    ...chatHandlers(ports, services),
    ...conversationHandlers(ports, services),
    ...jobHandlers(services),
    ...libraryHandlers(services),
    ...archiveHandlers(ports, services.archive, services.events),
    ...backupHandlers(services.backups),
    'media.readOrigin': ({ base64 }) => ports.files.readOrigin(Buffer.from(base64, 'base64')),
    ...inspectorHandlers(services),
    ...promptHandlers(ports, services.events),
    ...presetHandlers(ports, services.events),
    ...compareHandlers(ports, services),
    ...batchHandlers(services),
    'code.request': createCodeRequests(ports, services),
    'sandbox.key': () => services.sandbox.access().then(({ apiKey: key }) => ({ key })),
    ...createLedgerHandlers(ports.storage.report),
  };
}

function profileHandlers(ports: Ports, services: Services) {
  const { profiles, models, credits, events } = services;
  const own = createProfileCommands(ports, profiles, services.keys);
  const choices = createModelChoices(services);
  const resultHosts = createResultHosts(services);
  /** The gateway may know other models with another key; nobody waits for the answer. */
  const refreshIfActive = (id: string) => {
    if (profiles.activeId() === id) void models.refresh(id);
  };
  const showActive = () => {
    const id = profiles.activeId();
    events.emit({ type: 'models.changed', catalogue: models.catalogue(id) });
    credits.announce(id);
    void models.refresh(id);
  };
  return {
    'profiles.create': own.create,
    'profiles.update': async (input) => {
      await resultHosts.forgetIfMoved(input);
      await own.update(input);
      refreshIfActive(input.id);
      return null;
    },
    'profiles.remove': async ({ id }) => {
      const wasActive = profiles.activeId() === id;
      await own.remove(id);
      await choices.forget(id);
      await resultHosts.forget(id);
      if (wasActive) showActive();
      return null;
    },
    'profiles.activate': ({ id }) => {
      own.activate(id);
      showActive();
      return null;
    },
    'profiles.saveKey': async (input) => {
      await own.saveKey(input);
      refreshIfActive(input.id);
      return null;
    },
    'profiles.removeKey': ({ id }) => own.removeKey(id).then(nothing),
    'profiles.allowResults': (input) => resultHosts.allow(input).then(nothing),
    'profiles.test': ({ id }) => own.test(id),
    'models.refresh': () => models.refresh(profiles.activeId()).then(nothing),
    'models.pin': (input) => choices.pin(input).then(nothing),
    'models.hide': (input) => choices.hide(input).then(nothing),
    'models.noteChoice': (input) => choices.noteChoice(input).then(nothing),
  } satisfies Partial<Handlers>;
}

function conversationHandlers(ports: Ports, { events, replies }: Services) {
  const conversations = createConversations(ports, events, replies);
  const tree = createTreeEdits(ports, events, replies);
  return {
    'conversations.list': conversations.list,
    'conversations.get': ({ id }) => conversations.get(id),
    'conversations.rename': (input) => nothing(conversations.rename(input)),
    'conversations.remove': ({ id }) => conversations.remove(id).then(nothing),
    'conversations.restore': ({ id }) => nothing(conversations.restore(id)),
    'conversations.pin': (input) => nothing(conversations.pin(input)),
    'conversations.markRead': ({ id }) => nothing(conversations.markRead(id)),
    'conversations.saveDraft': (input) => nothing(conversations.saveDraft(input)),
    'conversations.search': conversations.search,
    'conversations.fork': (input) => nothing(tree.fork(input)),
    'messages.remove': ({ id }) => nothing(tree.remove(id)),
    'messages.restore': ({ id }) => nothing(tree.restore(id)),
    'conversations.configure': (input) => nothing(conversations.configure(input)),
    'conversations.showBranch': (input) => nothing(conversations.showBranch(input)),
    'messages.get': ({ ids }) => conversations.messages(ids),
    'messages.page': conversations.page,
  } satisfies Partial<Handlers>;
}

function chatHandlers(ports: Ports, services: Services) {
  const { replies, profiles, spending, images } = services;
  const chat = createChat(ports, profiles, replies, spending, images);
  const queue = createChatQueue(ports, services, replies, chat);
  return {
    'attachments.add': services.attachments.add,
    'attachments.addFromLibrary': services.attachments.addFromLibrary,
    'chat.send': chat.send,
    'chat.stop': ({ messageId }) => nothing(replies.stop(messageId)),
    'chat.regenerate': chat.regenerate,
    'chat.continue': (input) => chat.continue(input).then(nothing),
    'chat.enqueue': (input) => queue.enqueue(input).then(nothing),
    'chat.dequeue': ({ messageId }) => nothing(queue.dequeue(messageId)),
  } satisfies Partial<Handlers>;
}

function jobHandlers({ jobs }: Services) {
  return {
    'jobs.create': (input) => jobs.create(input).then(nothing),
    'jobs.cancel': ({ id }) => nothing(jobs.cancel(id)),
    'jobs.retry': (input) => jobs.retry(input).then(nothing),
    'jobs.resume': ({ id, isConfirmed }) => nothing(jobs.resume(id, isConfirmed)),
    'jobs.dismiss': ({ ids }) => nothing(jobs.dismiss(ids)),
    'jobs.page': jobs.page,
    'jobs.remoteList': jobs.remoteList,
    'jobs.adopt': ({ remoteId }) => jobs.adopt(remoteId),
  } satisfies Partial<Handlers>;
}

function libraryHandlers({ library }: Services) {
  return {
    'library.page': library.page,
    'library.models': library.models,
    'media.star': (input) => nothing(library.star(input)),
    'media.rename': library.rename,
    'media.remove': ({ ids }) => library.remove(ids).then(nothing),
    'media.restore': ({ ids }) => library.restore(ids).then(nothing),
    'media.export': ({ ids }) => library.export(ids),
    'media.check': ({ ids }) => library.check(ids).then(nothing),
    'media.reveal': ({ id }) => nothing(library.reveal(id)),
    'media.saveAs': (input) => library.saveAs(input),
    'media.drag': ({ ids }) => nothing(library.drag(ids)),
  } satisfies Partial<Handlers>;
}

function inspectorHandlers({ inspector }: Services) {
  return {
    'inspector.list': inspector.list,
    'inspector.get': ({ id }) => inspector.get(id),
    'inspector.clear': () => nothing(inspector.clear()),
    'inspector.export': inspector.export,
  } satisfies Partial<Handlers>;
}

function snapshot({ storage, files }: Ports, services: Services, { version, host }: CoreOptions): Snapshot {
  const { settings, profiles, keys, models, credits, notices } = services;
  const activeProfileId = profiles.activeId();
  return {
    version,
    host,
    settings: settings.current(),
    defaultMediaFolder: files.defaultFolder(),
    profiles: profiles.all(),
    activeProfileId,
    keychain: keys.keychain(),
    catalogue: models.catalogue(activeProfileId),
    credits: credits.summary(activeProfileId),
    conversations: storage.conversations.page(null, FIRST_PAGE),
    archive: services.archive.current(),
    backups: services.backups.current(),
    newChatDraft: storage.settings.newChatDraft(),
    newChatAttachments: storage.attachments.usesOf({ kind: 'draft', id: NEW_CHAT_DRAFT }),
    jobs: services.jobs.panel(),
    notices: notices.all(),
    presets: storage.presets.all(),
  };
}

/** The answer of a command whose news comes by event. */
function nothing(..._done: unknown[]): null {
  return null;
}
