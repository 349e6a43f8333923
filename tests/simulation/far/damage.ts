/** Damages a response on its way back. */
import type { Fault, Nonsense } from './faults';
import type { FarRequest, Gateway } from './gateway';
import { decimalOf, metadata } from './money';
import { cutBehind, json, type Reply, refusal, shortened, whole } from './reply';

export function damage(gateway: Gateway, reply: Reply, fault: Fault | null, request: FarRequest): Reply {
  switch (fault?.kind) {
    case 'late-status':
      return refusal(fault.status, 'internal_error');
    case 'charged-refusal':
      return chargedRefusal(gateway, fault.status, request);
    case 'poll-failure':
      return json(200, {
        id: fault.id ?? undefined,
        status: 'failed',
        error: { code: 'busy', message: 'The simulated gateway is busy.' },
      });
    case 'lost':
      return { ...reply, status: 0, pieces: [], end: 'cut', onArrived: undefined };
    case 'silent':
      return { ...reply, status: 0, pieces: [], end: 'stall', onArrived: undefined };
    case 'cut':
    case 'stall':
      return shortened(reply, fault.share, fault.kind);
    case 'cut-behind':
      return cutBehind(reply);
    case 'nonsense':
      if (fault.body === 'endless' && request.route !== 'file') return endless(gateway, reply, request);
      return whole(200, nonsense(gateway, reply, fault.body, request), {
        'content-type': 'application/json',
      });
    default:
      return reply;
  }
}

/** A gateway that tells no costs can't name the charge: its answer says nothing of the outcome. */
function chargedRefusal(gateway: Gateway, status: number, { headers }: FarRequest): Reply {
  const { account, manners, unit } = gateway;
  const charged = account.charges.findLast(
    ({ key }) => key !== null && key === headers.get('idempotency-key'),
  );
  if (!charged || unit === 'usd' || manners.tells === 'nothing') return refusal(500, 'internal_error');
  const error = { code: `charged_${status}`, message: 'The simulated gateway refuses, and charges.' };
  const used = decimalOf(gateway, charged.amount);
  return json(status, { error, ...metadata(gateway, used) }, { 'retry-after': '1' });
}

const MEGABYTE = 1_048_576;
/** In megabytes. */
const MORE_THAN_HELD = 258;
const filling = new Uint8Array(MEGABYTE).fill(0x61);

/**
 * One event or one page that is longer than any the app may hold (256 MB); the pieces are one piece, many times. JSON that
 * long would be kept on the disk, up to 4 GB of it.
 */
function endless(gateway: Gateway, reply: Reply, { route }: FarRequest): Reply {
  const isStream = reply.headers['content-type'] === 'text/event-stream';
  const begin = new TextEncoder().encode(isStream ? 'data: ' : '<html><body>');
  return {
    ...{ status: 200, headers: reply.headers, end: 'close' },
    pieces: [begin, ...Array<Uint8Array>(MORE_THAN_HELD).fill(filling)].map((bytes) => ({
      afterMs: 2,
      bytes,
    })),
    onArrived: () => void (route !== null && gateway.swallowed.push(route)),
  };
}

/** The key as servers and proxies repeat it: as it came, and in the forms that headers, addresses and logs use. */
function writtenAs({ key }: Gateway, { headers }: FarRequest): readonly string[] {
  if (key === null) return ['no key'];
  const bytes = Buffer.from(key);
  const user = Buffer.from(`user:${key}`).toString('base64');
  const inAddress = key.replace(/[^a-z0-9]/gi, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  return [
    `${headers.get('authorization')}`,
    key,
    user,
    bytes.toString('base64url'),
    bytes.toString('hex'),
    inAddress,
  ];
}

function nonsense(gateway: Gateway, reply: Reply, kind: Nonsense, request: FarRequest): string {
  const bodies: Readonly<Record<Nonsense, () => string>> = {
    html: () => '<html><body>Gateway error</body></html>',
    empty: () => '',
    truncated: () =>
      Buffer.concat(reply.pieces.map(({ bytes }) => bytes))
        .toString()
        .slice(0, 40),
    words: () => 'I am afraid not.',
    endless: () => 'An answer for a file is one that ends.',
    list: () => '[1, null, {"a": []}]',
    deep: () => `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    'key-echo': () =>
      JSON.stringify({
        error: { code: 'denied', message: `Wrong: ${writtenAs(gateway, request).join(', ')}.` },
      }),
  };
  return bodies[kind]();
}
