/** Images and speech: calls that answer with what they made. */
import type { FarResult } from './account';
import {
  arriving,
  type Body,
  type Coming,
  charge,
  type FarRequest,
  filesOriginOf,
  type Gateway,
} from './gateway';
import { drawFates, inPieces, isLong, longSpeech, withFullDisk } from './long';
import { type MadeFile, message, webPage } from './media';
import { decimalOf, metadata, priceOf } from './money';
import { makeFile } from './odd-media';
import { json, type Reply, whole } from './reply';
import { drawDelay } from './slowness';

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
export type Claim = number | string | null;

/** Keeps a file and gives what the answer says of it. */
export function offer(
  gateway: Gateway,
  file: MadeFile,
  isSent = gateway.manners.sends === 'bytes' && !file.contentType.startsWith('video/'),
): FarResult {
  const coming = gateway.comingTroubles.shift() ?? null;
  const until = gateway.world.scheduler.now() + (coming?.forMs ?? 0);
  const trouble = coming === null ? null : { kind: coming.kind, until };
  // Bytes are sent only once, so such a result is either damaged for good or without a fault.
  if (isSent) return keepFile(gateway, file, isWrong(coming) ? { kind: coming.kind, until: Infinity } : null);
  return keepFile(gateway, file, trouble);
}

const isWrong = (coming: Coming | null): coming is Coming =>
  coming?.kind === 'text' || coming?.kind === 'html';

export function keepFile(gateway: Gateway, file: MadeFile, trouble: FarResult['trouble']): FarResult {
  const result: FarResult = { ...file, id: gateway.random.uuid(), trouble };
  gateway.files.set(result.id, result);
  return result;
}

/** A long one, which its server sends in several goes. */
export function keepLong(gateway: Gateway, file: MadeFile): FarResult {
  const fates = drawFates(gateway.wireRandom);
  const result = { ...file, id: gateway.random.uuid(), trouble: null, fates, askedFor: [] };
  gateway.files.set(result.id, result);
  return result;
}

export const addressOf = (gateway: Gateway, { id }: FarResult): string =>
  `${filesOriginOf(gateway)}/files/${id}`;

export function base64({ bytes, trouble }: FarResult): string {
  if (trouble?.kind === 'text' || trouble?.kind === 'html')
    return Buffer.from(trouble.kind === 'text' ? message : webPage).toString('base64');
  return Buffer.from(bytes).toString('base64');
}

interface Asked {
  readonly claim: Claim;
  /** Some images are refused: the answer says so in their place, and they are not charged. */
  readonly isRefusedInPart: boolean;
  /** Bytes are sent with an address beside them where nothing is. */
  readonly hasDeadAddress: boolean;
}

export function makeImages(gateway: Gateway, request: FarRequest, body: Body, asked: Asked): Made {
  const { random } = gateway;
  const text = String(body.prompt ?? '');
  const count = Math.max(1, Math.min(4, Number(body.n ?? 1)));
  const isMade = Array.from(
    { length: count },
    (_, at) => at === 0 || !asked.isRefusedInPart || random.chance(0.5),
  );
  const make = () => offer(gateway, makeFile(gateway, 'image'), asked.hasDeadAddress || undefined);
  const items = isMade.map((isOne) => (isOne ? make() : null));
  const results = items.filter((item) => item !== null);
  const takesMs = random.int(500, 12_000) + drawDelay(gateway);
  const amount = priceOf(gateway, 'image') * results.length * costFactor(body);
  return {
    ...{ takesMs, repliesAfterMs: takesMs },
    finish() {
      const charged = charge(gateway, request, { amount, operation: 'images', text, results });
      const data = items.map((item) => imageItem(gateway, item, asked));
      const used = asked.claim ?? decimalOf(gateway, amount);
      return arriving(json(200, { data, ...metadata(gateway, used) }), charged);
    },
  };
}

/** The model that nobody chooses. */
export const costFactor = ({ model }: Body): number => (model === 'sim/expensive' ? 25 : 1);

function imageItem(gateway: Gateway, result: FarResult | null, { hasDeadAddress }: Asked) {
  if (result === null) return { error: { code: 'content_refused', message: 'This image was refused.' } };
  if (hasDeadAddress) return { url: `${filesOriginOf(gateway)}/files/gone`, b64_json: base64(result) };
  return gateway.manners.sends === 'bytes'
    ? { b64_json: base64(result) }
    : { url: addressOf(gateway, result) };
}

export function makeSpeech(gateway: Gateway, request: FarRequest, body: Body, claim: Claim): Made {
  const text = String(body.input ?? '');
  const result = isLong(text)
    ? keepLong(gateway, longSpeech(gateway.wireRandom))
    : offer(gateway, makeFile(gateway, 'speech'));
  const takesMs = gateway.random.int(300, 6_000) + drawDelay(gateway);
  const amount = priceOf(gateway, 'speech');
  return {
    ...{ takesMs, repliesAfterMs: takesMs },
    finish() {
      const what = { amount, operation: 'speech', text, results: [result] };
      const charged = charge(gateway, request, what);
      return arriving(speechReply(gateway, result, claim ?? decimalOf(gateway, amount)), charged);
    },
  };
}

function speechReply(gateway: Gateway, result: FarResult, used: number | string): Reply {
  const { manners, account, unit } = gateway;
  if (manners.sends === 'addresses')
    return json(200, { url: addressOf(gateway, result), ...metadata(gateway, used) });
  const reply = whole(200, result.bytes, {
    'content-type': result.contentType,
    ...(unit === 'credits' && manners.tells !== 'nothing' && { 'x-sim-credits-used': String(used) }),
    ...(unit === 'credits' &&
      manners.tells === 'all' && { 'x-sim-credits-remaining': String(account.balance / 1e6) }),
  });
  return result.fates === undefined
    ? reply
    : withFullDisk(gateway.world, gateway.wireRandom, inPieces(reply));
}
