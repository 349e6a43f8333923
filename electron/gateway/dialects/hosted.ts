/** Gateways that differ from the plain interface in a field or two. */
import type { Refusal } from '../parse/error-reply';
import { isRecord, type JsonRecord, numberOrNull } from '../parse/json';
import { costOf, readUsageCost } from '../parse/metadata';
import type { Dialect } from './dialect';
import { ratioOf, toImageChat, toWidthAndHeight } from './media-requests';
import { plain } from './plain';

/** Its router lists prices by provider, which the generic reader knows; ids may end in `:cheapest` or `:fastest`. */
export const huggingface: Dialect = {
  ...plain,
  id: 'huggingface',
  unit: 'usd',
  hosts: ['router.huggingface.co'],
};

/** Passes everything on to the provider that a header names. */
export const portkey: Dialect = { ...plain, id: 'portkey', hosts: ['api.portkey.ai'] };

/** Has no list of models. */
export const cloudflare: Dialect = {
  ...plain,
  id: 'cloudflare',
  unit: 'usd',
  hosts: ['gateway.ai.cloudflare.com'],
};

export const helicone: Dialect = {
  ...plain,
  id: 'helicone',
  unit: 'usd',
  hosts: ['ai-gateway.helicone.ai'],
  paths: { images: '/chat/completions' },
  toBody: (operation, body) => (operation === 'images' ? toImageChat(body) : body),
  readRefusal: spentIsRequestFailed,
};

/** Without credits Helicone answers 429 with this type; a rate limit has another. */
function spentIsRequestFailed(refusal: Refusal, statusCode: number): Refusal {
  const isSpent = statusCode === 429 && refusal.errorCode === 'request_failed';
  return isSpent ? { ...refusal, isOutOfCredits: true } : refusal;
}

export const requesty: Dialect = {
  ...plain,
  id: 'requesty',
  unit: 'usd',
  hosts: ['router.requesty.ai'],
  readCost: (body) => readUsageCost(body, 'USD'),
};

/** Videos are asked for under one path and polled under another. */
export const xai: Dialect = {
  ...plain,
  id: 'xai',
  unit: 'usd',
  hosts: ['api.x.ai'],
  paths: { job: '/videos/{id}' },
  toBody: (operation, body) => (operation === 'images' ? toAspectRatio(body) : body),
};

/** It takes no size (vercel/ai, packages/xai/src/xai-image-model.ts). */
function toAspectRatio({ size, ...rest }: JsonRecord): JsonRecord {
  const ratio = ratioOf(size);
  return { ...(ratio !== null && { aspect_ratio: ratio }), ...rest };
}

/** Together AI: pictures by width and height; videos under another version of its interface. */
export const together: Dialect = {
  ...plain,
  id: 'together',
  unit: 'usd',
  hosts: ['api.together.ai', 'api.together.xyz'],
  paths: { videos: '~/v2/videos', job: '~/v2/videos/{id}', jobs: '~/v2/videos' },
  readCost: (body) => plain.readCost(body, new Headers()) ?? readVideoCost(body),
  toBody(operation, body) {
    if (operation === 'images') return toWidthAndHeight(body);
    return operation === 'videos' ? toSeconds(body) : body;
  },
};

function readVideoCost(body: unknown) {
  const outputs = isRecord(body) && isRecord(body.outputs) ? body.outputs : {};
  return costOf(outputs.cost, 'USD', 'outputs.cost');
}

/** As text (togethercomputer/together-py, src/together/types/video_create_params.py). */
function toSeconds({ duration, ...rest }: JsonRecord): JsonRecord {
  const seconds = numberOrNull(duration);
  return seconds === null ? rest : { seconds: String(seconds), ...rest };
}
