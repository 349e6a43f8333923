/** What the way back does to an answer. */
import type { Fault, Nonsense } from './faults';
import type { FarRequest, Gateway } from './gateway';
import { type Reply, refusal, shortened, whole } from './reply';

export function damage(gateway: Gateway, reply: Reply, fault: Fault | null, request: FarRequest): Reply {
  switch (fault?.kind) {
    case 'late-status':
      return refusal(fault.status, 'internal_error');
    case 'lost':
      return { ...reply, status: 0, pieces: [], end: 'cut', onArrived: undefined };
    case 'silent':
      return { ...reply, status: 0, pieces: [], end: 'stall', onArrived: undefined };
    case 'cut':
    case 'stall':
      return shortened(reply, fault.share, fault.kind);
    case 'nonsense':
      return whole(200, nonsense(gateway, reply, fault.body, request), {
        'content-type': 'application/json',
      });
    default:
      return reply;
  }
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
    list: () => '[1, null, {"a": []}]',
    deep: () => `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    'key-echo': () =>
      JSON.stringify({
        error: { code: 'denied', message: `Wrong: ${request.headers.get('authorization')}, ${gateway.key}.` },
      }),
  };
  return bodies[kind]();
}
