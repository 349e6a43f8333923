/** Handles a request that reached the gateway, whether or not anyone still waits for the response. */

import { answerAccount } from './account-calls';
import { CACHED, cachedPricing } from './cache';
import { makeChat } from './chat';
import { damage } from './damage';
import { type Fault, type Route, take } from './faults';
import { sendFile } from './files';
import type { Body, FarRequest, Gateway } from './gateway';
import { answerJob, listJobs, startJob } from './jobs';
import { type Made, makeImages, makeSpeech } from './make';
import { isMetered, metadata, meteredPricing, pricing, TIERED, tieredPricing, tokenPricing } from './money';
import { json, type Reply, refusal, whole } from './reply';
import { makeVectors } from './vectors';

const BASE = '/api/v1';

export const paths: Readonly<Record<string, Route>> = {
  '/api/v1/chat/completions': 'chat',
  '/api/v1/embeddings': 'embeddings',
  '/api/v1/images/generations': 'images',
  '/api/v1/images/edits': 'images',
  '/api/v1/audio/speech': 'speech',
  '/api/v1/videos/generations': 'videos',
  '/api/v1/models': 'models',
  // As gateways that charge dollars name them.
  ...{ '/api/v1/images': 'images', '/api/v1/key': 'account', '/api/v1/generation': 'account' },
};

export function routeOf({ pathname }: URL, method: string): Route | null {
  if (pathname.startsWith('/files/')) return 'file';
  const known = paths[pathname];
  if (known !== undefined) return known;
  if (pathname === `${BASE}/videos` && method === 'POST') return 'videos';
  return /^\/api\/v1\/(?:jobs|videos)(?:\/|$)/.test(pathname) ? 'job' : null;
}

/** Calls back with an answer when there is one. */
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
  if (route === 'account') return void later(6, () => answerAccount(gateway, request));
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
  const pending: { reply: Reply | null } = { reply: null };
  if (key !== null) gateway.keys.set(key, pending);
  const named = nameGeneration(gateway, request);
  const made = make(gateway, request, fault);
  if (made.refused) {
    if (key !== null) gateway.keys.delete(key);
    return void later(5, () => made.refused as Reply);
  }
  const longerMs = fault?.kind === 'works-long' ? fault.ms : 0;
  gateway.working += 1;
  gateway.world.scheduler.after(made.takesMs + longerMs, () => {
    gateway.working -= 1;
    pending.reply = named(made.finish());
  });
  later(made.repliesAfterMs + longerMs, () => named(made.reply ?? (pending.reply as Reply)));
}

/** Gives the call the id under which its cost can be asked for. @returns puts it on an answer */
function nameGeneration(gateway: Gateway, request: FarRequest): (reply: Reply) => Reply {
  if (gateway.dialect !== 'openrouter') return (reply) => reply;
  const id = `gen-${gateway.random.uuid()}`;
  request.generation = id;
  gateway.generations.set(id, null);
  return (reply) => ({ ...reply, headers: { ...reply.headers, 'x-generation-id': id } });
}

function make(gateway: Gateway, request: FarRequest, fault: Fault | null): Made {
  const body = readBody(request.body);
  if (body === null)
    return { takesMs: 0, repliesAfterMs: 0, finish: () => whole(400, ''), refused: refusal(400, 'bad_json') };
  const amount = fault?.kind === 'amount' ? fault.used : null;
  if (amount !== null) gateway.lies = true;
  switch (request.route) {
    case 'chat':
      return makeChat(gateway, request, body, {
        claim: amount,
        hasError: fault?.kind === 'error-beside',
        isInText: fault?.kind === 'images-in-text',
      });
    case 'images':
      return makeImages(gateway, request, body, {
        claim: amount,
        isRefusedInPart: fault?.kind === 'fewer',
        hasDeadAddress: fault?.kind === 'dead-address',
      });
    case 'embeddings':
      return makeVectors(gateway, request, body, amount);
    case 'speech':
      return makeSpeech(gateway, request, body, amount);
    default:
      return startJob(gateway, request, body, fault);
  }
}

function readBody(text: string): Body | null {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return null;
  }
}

function listModels(gateway: Gateway): Reply {
  const data = ['chat', 'image', 'speech', 'video', 'expensive'].map((kind) => ({
    ...{ id: `sim/${kind}`, object: 'model' },
    ...(kind === 'image' && pricing(gateway)),
  }));
  const listed = [...gateway.listed].map((id) => ({
    id,
    object: 'model',
    ...pricingOf(gateway, id),
  }));
  return json(200, { object: 'list', data: [...data, ...listed], ...metadata(gateway, 0) });
}

function pricingOf(gateway: Gateway, id: string): Record<string, unknown> {
  if (id === TIERED) return tieredPricing();
  if (isMetered(id)) return meteredPricing();
  return id === CACHED ? cachedPricing() : tokenPricing(gateway);
}

function answerJobs(gateway: Gateway, request: FarRequest): Reply {
  const [, id] = /\/(?:jobs|videos)\/(.+)$/.exec(request.url.pathname) ?? [];
  return id === undefined ? listJobs(gateway) : answerJob(gateway, decodeURIComponent(id));
}
