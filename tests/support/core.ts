import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Core } from '../../electron/core/core';
import { createCore } from '../../electron/core/create-core';
import { readersFirst } from '../../electron/core/judging/readers-first';
import type { Keychain } from '../../electron/core/ports/keychain';
import type { MediaFiles } from '../../electron/core/ports/media-files';
import type { Storage } from '../../electron/core/ports/storage';
import type { UpdaterPort } from '../../electron/core/ports/updater';
import { openStorage } from '../../electron/storage/storage';
import type { Message } from '../../shared/chat/chat';
import type { AppEvent, CommandInput, CommandName, CommandResult } from '../../shared/contract';
import type { AppErrorData, Envelope } from '../../shared/errors';
import { liftRunSettings } from '../../shared/extra/lift-extra';
import { type TestWorld, testPorts } from './ports';
import { programOf } from './programs';
import { startTestSandbox, type TestSandbox } from './sandbox';

/** The core on a real database and a real embedded gateway over HTTP, with all its events. */
export interface TestCore {
  readonly core: Core;
  readonly sandbox: TestSandbox;
  readonly home: string;
  readonly events: AppEvent[];
  ask<Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
  ): Promise<Envelope<CommandResult<Name>>>;
  /** The result; throws an error that names the refusal. */
  tell<Name extends CommandName>(name: Name, input: CommandInput<Name>): Promise<CommandResult<Name>>;
  refusal<Name extends CommandName>(name: Name, input: CommandInput<Name>): Promise<AppErrorData>;
  /** Sends a message and waits until the reply has ended. */
  chat(text: string, options?: ChatOptions): Promise<{ conversationId: string; reply: Message }>;
  until<Found>(find: () => Found | undefined | null | false | '', timeoutMs?: number): Promise<Found>;
  message(id: string): Message | undefined;
  close(): Promise<void>;
}

export interface ChatOptions {
  readonly model?: string;
  readonly conversationId?: string | null;
  /** What of it belongs to the form is set there, as in the app. */
  readonly extra?: Record<string, never> | Record<string, unknown>;
  readonly stream?: boolean;
  readonly attachments?: CommandInput<'chat.send'>['attachments'];
}

export interface TestCoreOptions {
  readonly home?: string;
  readonly sandbox?: TestSandbox;
  readonly keychain?: Keychain;
  readonly timeouts?: TestWorld['timeouts'];
  readonly clock?: TestWorld['clock'];
  readonly wrapStorage?: (storage: Storage) => Storage;
  readonly wrapFiles?: (files: MediaFiles) => MediaFiles;
  readonly updater?: UpdaterPort;
  readonly runFunction?: TestWorld['runFunction'];
  readonly onExpectChat?: TestWorld['onExpectChat'];
  readonly log?: TestWorld['log'];
  readonly leavesWork?: boolean;
}

export async function openTestCore(options: TestCoreOptions = {}): Promise<TestCore> {
  const home = options.home ?? mkdtempSync(join(tmpdir(), 'gatehouse-core-'));
  const sandbox = options.sandbox ?? (await startTestSandbox());
  const { storage } = openStorage(home, Date.now(), undefined, { archiveWorker: () => programOf('archive') });
  const ports = testPorts({
    home,
    storage: options.wrapStorage?.(storage) ?? storage,
    sandbox,
    keychain: options.keychain,
    timeouts: options.timeouts,
    clock: options.clock,
    updater: options.updater,
    runFunction: options.runFunction,
    onExpectChat: options.onExpectChat,
    log: options.log,
  });
  const files = options.wrapFiles?.(ports.files) ?? ports.files;
  await readersFirst(ports);
  const core = createCore(
    { ...ports, files },
    {
      ...{ version: '0.0.0-test', host: 'browser', notices: [] },
      leavesWork: options.leavesWork ?? false,
    },
  );
  const events: AppEvent[] = [];
  core.subscribe((event) => events.push(event));
  return {
    core,
    sandbox,
    home,
    events,
    ...caller(core, events),
    async close() {
      await core.close();
      if (options.sandbox === undefined) await sandbox.close();
      if (options.home === undefined) rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Until the models of the active profile are known, as they are at the first screen. */
export const untilListed = (app: TestCore): Promise<unknown> =>
  app.until(() =>
    app.events.some((event) => event.type === 'models.changed' && event.catalogue.models.length > 0),
  );

function caller(core: Core, events: AppEvent[]) {
  const ask: TestCore['ask'] = (name, input) => core.call(name, input) as never;
  const tell: TestCore['tell'] = async (name, input) => {
    const answer = await ask(name, input);
    if (!answer.ok) throw new Error(`${name}: ${answer.error.code} ${answer.error.message}`);
    return answer.value;
  };
  const refusal: TestCore['refusal'] = async (name, input) => {
    const answer = await ask(name, input);
    if (answer.ok) throw new Error(`${name} was not refused`);
    return answer.error;
  };
  const until: TestCore['until'] = async (find, timeoutMs = 100_000) => {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const found = find();
      if (found) return found;
      if (Date.now() > deadline) throw new Error('what was waited for did not come');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const message: TestCore['message'] = (id) =>
    events
      .flatMap((event) =>
        event.type === 'message.changed' && event.message.id === id ? [event.message] : [],
      )
      .at(-1);
  const chat: TestCore['chat'] = async (
    text,
    { model = 'sandbox/echo', conversationId = null, extra, stream, attachments } = {},
  ) => {
    const settings = liftRunSettings({ extra: extra as never, stream });
    const messageId = randomUUID();
    const asked = { conversationId, messageId, text, model, settings, ...(attachments && { attachments }) };
    const sent = await tell('chat.send', asked);
    const reply = await until(() => {
      const known = message(sent.replyId);
      return known && known.status !== 'streaming' && known;
    });
    return { conversationId: sent.conversationId, reply };
  };
  return { ask, tell, refusal, until, message, chat };
}
