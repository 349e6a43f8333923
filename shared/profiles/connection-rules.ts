/** Which headers a profile can have; without a schema, so that a form can check a name while it is typed. */

/** Headers that belong to one connection alone (RFC 9110, 7.6.1), or that a proxy reads. */
const HOP_BY_HOP = [
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te'],
  ...['trailer', 'transfer-encoding', 'upgrade', 'expect'],
];
/** Headers that each request gets from the app, or that the transport writes. */
const OWN = [
  ...['accept', 'accept-encoding', 'authorization', 'content-encoding', 'content-length', 'content-type'],
  ...['cookie', 'cookie2', 'date', 'host', 'idempotency-key', 'origin', 'user-agent', 'via'],
];

const TOKEN = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;

/** Why a header can't be a custom one, as the end of a sentence; `null` where it can. */
export function headerProblem(name: string): string | null {
  const lower = name.toLowerCase();
  if (!TOKEN.test(name)) return 'must have a name of letters, digits and hyphens';
  if (HOP_BY_HOP.includes(lower)) return `can’t be “${name}”: it is set by the connection`;
  if (lower === 'authorization')
    return 'can’t be “Authorization”: the key is sent there. Save it as the key, or choose another header for it';
  if (OWN.includes(lower) || /^(?:sec|proxy)-/.test(lower))
    return `can’t be “${name}”: Gatehouse sets it itself`;
  return null;
}

/** How many headers and query parameters a profile can have. */
export const connectionLimits = { headers: 30, query: 20 } as const;
