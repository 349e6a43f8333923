/** One gateway whose models each answer in the form of another gateway, and one core that asks it: what a person gets. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { systemClock } from '../../electron/system-clock';
import type { Message } from '../../shared/chat/chat';
import { finishedStatuses, type Job } from '../../shared/media/jobs';
import type { MediaModality } from '../../shared/modalities/modalities';
import type { LedgerRow } from '../../shared/money/ledger';
import { openTestCore, type TestCore } from './core';
import {
  type HostileServer,
  json,
  type RecordedRequest,
  type Script,
  startHostileServer,
} from './hostile-server';
import { memoryKeychain } from './memory-keychain';

type Answer = Script | ((request: RecordedRequest) => Script);

export interface OtherWires {
  readonly app: TestCore;
  /** Of the gateway; results and states may be at any path of it. */
  readonly origin: string;
  /** How the requests for a path, or a new request for a model of this name, are answered: the last one again and again. */
  on(modelOrPath: string, ...answers: readonly Answer[]): void;
  /** The reply of a model that answers so, once it has ended. */
  say(script: Answer, options?: { readonly stream?: boolean }): Promise<Said>;
  /** A job of a model that answers so, once it has ended. */
  make(modality: MediaModality, script: Answer, parameters?: object): Promise<Made>;
  /** The bytes of a file of the library. */
  bytesOf(id: string): Buffer;
  close(): Promise<void>;
}

interface Asked {
  /** The requests that could have been charged. */
  readonly sent: readonly RecordedRequest[];
  /** What the ledger holds of it. */
  readonly rows: readonly LedgerRow[];
}
interface Said extends Asked {
  readonly reply: Message;
}
interface Made extends Asked {
  readonly job: Job;
}

/** More than any test asks. */
const REQUESTS = 2_000;

export async function openOtherWires(idleMs: number): Promise<OtherWires> {
  const server = await startHostileServer();
  const { answer, on } = createRoutes();
  server.script(...Array.from({ length: REQUESTS }, () => answer));
  const app = await openTestCore({
    keychain: memoryKeychain(),
    timeouts: { idleMs, headersMs: 20_000 },
    // Jobs are asked for again at once.
    clock: {
      ...systemClock,
      setTimer: (waitMs, run) => systemClock.setTimer(waitMs < 1_000 ? waitMs : 1, run),
    },
  });
  await connect(app, server);
  return {
    app,
    on,
    origin: server.origin,
    say: (script, options) => say(app, server, { on, script, ...options }),
    make: (modality, script, parameters) => make(app, server, { on, script, modality, parameters }),
    bytesOf: (id) => readFileSync((app.core.locate(id, 'file') as { path: string }).path),
    async close() {
      await app.close();
      await server.close();
    },
  };
}

async function connect(app: TestCore, { baseUrl }: HostileServer): Promise<void> {
  const { id } = await app.tell('profiles.create', { name: 'Other', baseUrl, key: 'sk-other-000000000' });
  await app.tell('profiles.activate', { id });
}

/** The answers, by the model of a new request or else by its path. */
function createRoutes() {
  const routes = new Map<string, Answer[]>([['/api/v1/models', [json({ data: [{ id: 'm' }] })]]]);
  const answer = (request: RecordedRequest): Script => {
    const [path = ''] = request.url.split('?');
    const answers = routes.get(modelOf(request) ?? '') ?? routes.get(path) ?? [];
    const next = (answers.length > 1 ? answers.shift() : answers[0]) ?? json({ detail: 'Not Found' }, 404);
    return typeof next === 'function' ? next(request) : next;
  };
  return { answer, on: (name: string, ...answers: readonly Answer[]) => void routes.set(name, [...answers]) };
}

function modelOf({ method, body }: RecordedRequest): string | null {
  if (method !== 'POST' || !body.startsWith('{')) return null;
  return (JSON.parse(body) as { model?: string }).model ?? null;
}

interface Play {
  readonly on: OtherWires['on'];
  readonly script: Answer;
}

async function say(
  app: TestCore,
  server: HostileServer,
  { on, script, stream = true }: Play & { stream?: boolean },
) {
  const model = `chat-${randomUUID()}`;
  on(model, script);
  const { reply } = await app.chat('Say it', { model, stream });
  return { reply, ...(await askedOf(app, server, model)) };
}

async function make(
  app: TestCore,
  server: HostileServer,
  { on, script, modality, parameters = {} }: Play & { modality: MediaModality; parameters?: object },
) {
  const model = `media-${randomUUID()}`;
  on(model, script);
  const id = randomUUID();
  await app.tell('jobs.create', {
    id,
    modality,
    model,
    prompt: 'a boat',
    parameters: parameters as never,
    extra: {},
  });
  const job = await app.until(() => {
    const told = app.events.findLast((event) => event.type === 'job.changed' && event.job.id === id);
    return told?.type === 'job.changed' && finishedStatuses.includes(told.job.status) && told.job;
  });
  return { job, ...(await askedOf(app, server, model)) };
}

async function askedOf(app: TestCore, { requests }: HostileServer, model: string): Promise<Asked> {
  const sent = requests.filter((request) => modelOf(request) === model);
  const { rows } = await app.tell('ledger.page', { filter: { model }, cursor: null, limit: 50 });
  return { sent, rows };
}
