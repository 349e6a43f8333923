/**
 * How the page proves that it has a session, and recognizes the host that gave it one, without sending the session's
 * secret: another program may have taken the port of a host that has ended. `electron/hosts/web/session-proof.ts` is the
 * other side.
 */

/** Sent with each request: `<nonce>.<code>`. */
export const proofHeader = 'X-Gatehouse-Proof';

const ivBytes = 12;
/** `String.fromCharCode` takes each byte as an argument, and engines limit how many. */
const pieceBytes = 0x8000;

/** What is proved to the host with one request, and what its answer has to prove. */
export interface Proof {
  /** For {@link proofHeader}. */
  readonly header: string;
  /** The input of a command, readable by this session's host only, and only as part of this request. */
  seal(name: string, text: string): Promise<string>;
  /** Whether the answer comes from this session's host. @param code as the host sent it */
  isAnswered(code: string | null, body?: Uint8Array): Promise<boolean>;
}

interface SessionKeys {
  codeOf(what: string, body?: Uint8Array): Promise<string>;
  readonly sealing: CryptoKey;
}

/** The page's half of its session, stored by the landing page; read again each time, since another tab may renew it. */
function readPass(): string {
  try {
    return localStorage.getItem('gatehouse.pass') ?? '';
  } catch {
    // A browser without storage: the host says that the page has no session.
    return '';
  }
}

let known: { readonly pass: string; readonly keys: Promise<SessionKeys> } | null = null;

async function deriveKeys(pass: string): Promise<SessionKeys> {
  const { subtle } = crypto;
  // An empty secret is no HMAC key; the host refuses what is made with another.
  const secret = bytesOf(pass || ' ');
  const key = await subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const sign = async (bytes: Uint8Array<ArrayBuffer>) =>
    new Uint8Array(await subtle.sign('HMAC', key, bytes));
  return {
    codeOf: async (what, body) => toBase64(await sign(joined(bytesOf(`${what}\n`), body))),
    sealing: await subtle.importKey('raw', await sign(bytesOf('seal\n')), 'AES-GCM', false, ['encrypt']),
  };
}

/**
 * A new proof for one request.
 * @param path of the request, without its query
 * @throws where the browser offers no cryptography here
 */
export async function prove(path: string): Promise<Proof> {
  const pass = readPass();
  if (known?.pass !== pass) known = { pass, keys: deriveKeys(pass) };
  const { codeOf, sealing } = await known.keys;
  const nonce = crypto.randomUUID();
  return {
    header: `${nonce}.${await codeOf(`page ${path} ${nonce}`)}`,
    async seal(name, text) {
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
      const bound = { name: 'AES-GCM', iv, additionalData: bytesOf(`${name} ${nonce}`) };
      const sealed = await crypto.subtle.encrypt(bound, sealing, bytesOf(text));
      return toBase64(joined(iv, new Uint8Array(sealed)));
    },
    isAnswered: async (code, body) => code === (await codeOf(`host ${nonce}`, body)),
  };
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

function joined(head: Uint8Array, rest: Uint8Array = new Uint8Array()): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(head.length + rest.length);
  bytes.set(head);
  bytes.set(rest, head.length);
  return bytes;
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += pieceBytes)
    text += String.fromCharCode(...bytes.subarray(at, at + pieceBytes));
  return btoa(text);
}
