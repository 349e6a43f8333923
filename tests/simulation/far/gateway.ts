/**
 * A gateway written for the simulation, independent of the embedded one: an account, keys, jobs, files. It does what it
 * was asked to once the request has arrived, whether or not anyone still waits for the answer.
 */
import { createRandom, type Random } from '../world/random';
import type { World } from '../world/world';
import {
  type Account,
  book,
  type Charge,
  type FarResult,
  type FileTrouble,
  markerOf,
  openAccount,
} from './account';
import { damage } from './damage';
import { type Fault, type Route, take, type Waiting } from './faults';
import { sendFile } from './files';
import { answerJob, type FarJob, listJobs, startJob } from './jobs';
import { type Made, makeChat, makeImages, makeSpeech } from './make';
import { json, type Reply, refusal, whole } from './reply';

export interface FarRequest {
  readonly at: number;
  readonly life: number;
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string;
  readonly route: Route | null;
}

/** How this gateway behaves, for all of a run. */
export interface Manners {
  /** What a key that was used before brings: the same answer, a refusal, or a second charge. */
  readonly keys: 'replays' | 'conflicts' | 'ignored';
  readonly tells: 'all' | 'used' | 'nothing';
  readonly sends: 'bytes' | 'addresses';
  readonly filesNeedKey: boolean;
  /** Results wait at a server of another name, which may never see the key. */
  readonly filesElsewhere: boolean;
}

/** What will be wrong with a result, and for how long. */
export interface Coming {
  readonly kind: FileTrouble;
  readonly forMs: number;
}

export interface Gateway {
  readonly world: World;
  readonly name: string;
  readonly origin: string;
  /** What it lets in. */
  key: string | null;
  readonly manners: Manners;
  readonly random: Random;
  readonly account: Account;
  readonly waiting: Waiting[];
  /** For the next results, in order. */
  readonly comingTroubles: (Coming | null)[];
  readonly files: Map<string, FarResult>;
  readonly jobs: Map<string, FarJob>;
  readonly keys: Map<string, { reply: Reply | null }>;
  readonly requests: FarRequest[];
  /** It has claimed another amount than it charged. */
  lies: boolean;
}

/** Where the files of a gateway are, if not with itself. */
export const filesOriginOf = ({ manners, origin }: Pick<Gateway, 'manners' | 'origin'>): string =>
  manners.filesElsewhere ? origin.replace('://', '://files.') : origin;

export function createGateway(world: World, name: string, origin: string): Gateway {
  const random = createRandom(`${world.seed} ${name}`);
  return {
    ...{ world, name, origin, key: null, random },
    manners: {
      keys: random.pick(['replays', 'conflicts', 'ignored'] as const),
      tells: random.weighted({ all: 8, used: 1, nothing: 1 }),
      sends: random.pick(['bytes', 'addresses'] as const),
      filesNeedKey: random.chance(0.2),
      filesElsewhere: random.chance(0.4),
    },
    account: openAccount(),
    ...{
      waiting: [],
      comingTroubles: [],
      files: new Map(),
      jobs: new Map(),
      keys: new Map(),
      requests: [],
      lies: false,
    },
  };
}

export const paths: Readonly<Record<string, Route>> = {
  '/api/v1/chat/completions': 'chat',
  '/api/v1/images/generations': 'images',
  '/api/v1/audio/speech': 'speech',
  '/api/v1/videos/generations': 'videos',
  '/api/v1/models': 'models',
};

export function routeOf({ pathname }: URL): Route | null {
  if (pathname.startsWith('/files/')) return 'file';
  if (pathname.startsWith('/api/v1/jobs')) return 'job';
  return paths[pathname] ?? null;
}

/** What becomes of a request that reached it: called back with an answer when there is one. */
export function receive(gateway: Gateway, request: FarRequest, deliver: (reply: Reply) => void): void {
  gateway.requests.push(request);
  const { route } = request;
  const fault = route === null ? null : take(gateway.waiting, route);
  const later = (ms: number, reply: () => Reply) =>
    gateway.world.scheduler.after(ms, () => deliver(damage(gateway, reply(), fault, request)));
  if (fault?.kind === 'status') {
    const headers: Record<string, string> =
      fault.retryAfter === null ? {} : { 'retry-after': fault.retryAfter };
    gateway.world.scheduler.after(5, () =>
      deliver(refusal(fault.status, `refused_${fault.status}`, headers)),
    );
    return;
  }
  if (route === 'file') return void later(3, () => sendFile(gateway, request));
  if (route === null) return void later(1, () => refusal(404, 'not_found'));
  if (!isLetIn(gateway, request)) return void later(1, () => refusal(401, 'invalid_api_key'));
  if (route === 'models') return void later(4, () => listModels(gateway));
  if (route === 'job') return void later(4, () => answerJobs(gateway, request));
  generate(gateway, request, fault, later);
}

const isLetIn = (gateway: Gateway, { headers }: FarRequest): boolean =>
  gateway.key === null || headers.get('authorization') === `Bearer ${gateway.key}`;

type Later = (ms: number, reply: () => Reply) => unknown;

/** A call that costs: done once, charged when it is done. */
function generate(gateway: Gateway, request: FarRequest, fault: Fault | null, later: Later): void {
  const key = request.headers.get('idempotency-key');
  const known = key === null || gateway.manners.keys === 'ignored' ? undefined : gateway.keys.get(key);
  if (known) {
    const { reply } = known;
    const isReplayed = reply !== null && gateway.manners.keys === 'replays';
    return void later(3, () => (isReplayed ? reply : refusal(409, 'idempotency_conflict')));
  }
  const seat: { reply: Reply | null } = { reply: null };
  if (key !== null) gateway.keys.set(key, seat);
  const made = make(gateway, request, fault);
  if (made.refused) {
    if (key !== null) gateway.keys.delete(key);
    return void later(5, () => made.refused as Reply);
  }
  gateway.world.scheduler.after(made.takesMs, () => {
    seat.reply = made.finish();
  });
  later(made.repliesAfterMs, () => made.reply ?? (seat.reply as Reply));
}

function make(gateway: Gateway, request: FarRequest, fault: Fault | null): Made {
  const body = readBody(request.body);
  if (body === null)
    return { takesMs: 0, repliesAfterMs: 0, finish: () => whole(400, ''), refused: refusal(400, 'bad_json') };
  const amount = fault?.kind === 'amount' ? fault.used : null;
  if (amount !== null) gateway.lies = true;
  switch (request.route) {
    case 'chat':
      return makeChat(gateway, request, body, amount);
    case 'images':
      return makeImages(gateway, request, body, amount);
    case 'speech':
      return makeSpeech(gateway, request, body, amount);
    default:
      return startJob(gateway, request, body, fault);
  }
}

export type Body = Readonly<Record<string, unknown>>;

function readBody(text: string): Body | null {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return null;
  }
}

/** Books what a call cost. */
export function charge(
  { account, world }: Gateway,
  request: Pick<FarRequest, 'headers'>,
  what: Pick<Charge, 'micros' | 'operation' | 'text'> & Partial<Charge>,
): Charge {
  const made: Charge = {
    ...{ at: world.scheduler.now(), results: [], reply: null, remoteId: null, deliveredIn: null, ...what },
    key: request.headers.get('idempotency-key'),
    marker: markerOf(what.text),
  };
  book(account, made);
  return made;
}

/** The answer, which notes on the charge that it arrived. */
export function arriving(reply: Reply, charged: Charge): Reply {
  return {
    ...reply,
    onArrived: (life) => {
      charged.deliveredIn = life;
    },
  };
}

/** What every answer says of money. */
export function metadata({ manners, account }: Gateway, used: number | string): Record<string, unknown> {
  if (manners.tells === 'nothing') return {};
  const remaining = manners.tells === 'all' ? account.balance / 1e6 : null;
  return { simulated: { credits_used: used, credits_remaining: remaining } };
}

function listModels(gateway: Gateway): Reply {
  const data = ['chat', 'image', 'speech', 'video'].map((kind) => ({ id: `sim/${kind}`, object: 'model' }));
  return json(200, { object: 'list', data, ...metadata(gateway, 0) });
}

function answerJobs(gateway: Gateway, request: FarRequest): Reply {
  const [, id] = /\/jobs\/(.+)$/.exec(request.url.pathname) ?? [];
  return id === undefined ? listJobs(gateway) : answerJob(gateway, decodeURIComponent(id));
}
