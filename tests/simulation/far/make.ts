/** Replies, images and speech: calls that answer with what they made. */
import type { FarResult } from './account';
import {
  arriving,
  type Body,
  type Coming,
  charge,
  type FarRequest,
  filesOriginOf,
  type Gateway,
  metadata,
} from './gateway';
import { type MadeFile, png, svg, wav, webPage } from './media';
import { json, type Piece, type Reply, whole } from './reply';

/** Something being made. */
export interface Made {
  /** Until it is done and charged. */
  readonly takesMs: number;
  /** Until the answer begins; a stream begins before it is done. */
  readonly repliesAfterMs: number;
  /** Charges it and gives the answer. */
  finish(): Reply;
  /** The answer, where it begins before the end. */
  readonly reply?: Reply;
  readonly refused?: Reply;
}

/** What the answer claims it cost, where that is not what it did. */
type Claim = number | string | null;

const CHAT_MICROS = 250_000;
const IMAGE_MICROS = 2_000_000;
const SPEECH_MICROS = 750_000;

export function makeChat(gateway: Gateway, request: FarRequest, body: Body, claim: Claim): Made {
  const text = askedIn(body);
  const words = Array.from({ length: gateway.random.int(3, 25) }, () => gateway.random.pick(WORDS));
  const said = `${words.join(' ')}.`;
  const finish = () =>
    charge(gateway, request, { micros: CHAT_MICROS, operation: 'chat', text, reply: said });
  const takesMs = gateway.random.int(200, 9_000);
  if (body.stream !== true) {
    const answer = () => {
      const charged = finish();
      const body = { ...chatBody(said), ...metadata(gateway, claim ?? CHAT_MICROS / 1e6) };
      return arriving(json(200, body), charged);
    };
    return { takesMs, repliesAfterMs: takesMs, finish: answer };
  }
  const steps = said.split(/(?<= )/);
  const stepMs = takesMs / (steps.length + 1);
  // The amounts in the stream are only true at its end, so nobody else spends meanwhile.
  const money = metadata(
    { ...gateway, account: { ...gateway.account, balance: gateway.account.balance - CHAT_MICROS } },
    claim ?? CHAT_MICROS / 1e6,
  );
  const pieces = [
    ...steps.map((step): Piece => ({ afterMs: stepMs, bytes: event(chunkOf({ content: step })) })),
    { afterMs: stepMs, bytes: event({ ...chunkOf({}, 'stop'), ...money }) },
    { afterMs: 1, bytes: new TextEncoder().encode('data: [DONE]\n\n') },
  ];
  const reply: Reply = {
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    pieces,
    end: 'close',
  };
  return {
    ...{ takesMs, repliesAfterMs: 5, reply },
    finish: () => {
      finish();
      return reply;
    },
  };
}

const WORDS = ['a', 'small', 'boat', 'drifts', 'under', 'grey', 'light', 'and', 'nobody', 'hurries'];

const event = (data: unknown): Uint8Array => new TextEncoder().encode(`data: ${JSON.stringify(data)}\n\n`);

const chunkOf = (delta: unknown, finish_reason: string | null = null) => ({
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason }],
});

const chatBody = (content: string) => ({
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 5, completion_tokens: 9 },
});

/** The newest message of the person that names an intent: what a continuation adds is the app's own wording. */
export function askedIn(body: Body): string {
  const messages = (body.messages ?? []) as { role: string; content: unknown }[];
  const texts = messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
  return texts.findLast((text) => text.includes('intent-')) ?? texts.at(-1) ?? '';
}

/** Keeps a file and gives what the answer says of it. */
export function offer(gateway: Gateway, file: MadeFile): FarResult {
  const coming = gateway.comingTroubles.shift() ?? null;
  const until = gateway.world.scheduler.now() + (coming?.forMs ?? 0);
  const trouble = coming === null ? null : { kind: coming.kind, until };
  // Bytes are sent only once, so such a result is either damaged for good or without a fault.
  const isSent = gateway.manners.sends === 'bytes' && !file.contentType.startsWith('video/');
  if (isSent) return keepFile(gateway, file, isWrong(coming) ? { kind: coming.kind, until: Infinity } : null);
  return keepFile(gateway, file, trouble);
}

const isWrong = (coming: Coming | null): coming is Coming =>
  coming?.kind === 'svg' || coming?.kind === 'html';

function keepFile(gateway: Gateway, file: MadeFile, trouble: FarResult['trouble']): FarResult {
  const result: FarResult = { ...file, id: gateway.random.uuid(), trouble };
  gateway.files.set(result.id, result);
  return result;
}

export const addressOf = (gateway: Gateway, { id }: FarResult): string =>
  `${filesOriginOf(gateway)}/files/${id}`;

function base64({ bytes, trouble }: FarResult): string {
  if (trouble?.kind === 'svg' || trouble?.kind === 'html')
    return Buffer.from(trouble.kind === 'svg' ? svg : webPage).toString('base64');
  return Buffer.from(bytes).toString('base64');
}

export function makeImages(gateway: Gateway, request: FarRequest, body: Body, claim: Claim): Made {
  const text = String(body.prompt ?? '');
  const count = Math.max(1, Math.min(4, Number(body.n ?? 1)));
  const results = Array.from({ length: count }, () => offer(gateway, png(gateway.random)));
  const takesMs = gateway.random.int(500, 12_000);
  const micros = IMAGE_MICROS * count;
  return {
    ...{ takesMs, repliesAfterMs: takesMs },
    finish() {
      const charged = charge(gateway, request, { micros, operation: 'images', text, results });
      const { sends } = gateway.manners;
      const data = results.map((result) =>
        sends === 'bytes' ? { b64_json: base64(result) } : { url: addressOf(gateway, result) },
      );
      return arriving(json(200, { data, ...metadata(gateway, claim ?? micros / 1e6) }), charged);
    },
  };
}

export function makeSpeech(gateway: Gateway, request: FarRequest, body: Body, claim: Claim): Made {
  const text = String(body.input ?? '');
  const result = offer(gateway, wav(gateway.random));
  const takesMs = gateway.random.int(300, 6_000);
  return {
    ...{ takesMs, repliesAfterMs: takesMs },
    finish() {
      const what = { micros: SPEECH_MICROS, operation: 'speech', text, results: [result] };
      const charged = charge(gateway, request, what);
      return arriving(speechReply(gateway, result, claim ?? SPEECH_MICROS / 1e6), charged);
    },
  };
}

function speechReply(gateway: Gateway, result: FarResult, used: number | string): Reply {
  const { manners, account } = gateway;
  if (manners.sends === 'addresses')
    return json(200, { url: addressOf(gateway, result), ...metadata(gateway, used) });
  return whole(200, result.bytes, {
    'content-type': result.contentType,
    ...(manners.tells !== 'nothing' && { 'x-sim-credits-used': String(used) }),
    ...(manners.tells === 'all' && { 'x-sim-credits-remaining': String(account.balance / 1e6) }),
  });
}
