/**
 * How the page proves that it has a session, and recognizes the host that gave it one, without sending the session's
 * secret: another program may have taken the port of a host that has ended. `electron/hosts/web/session-proof.ts` is the
 * other side.
 */

/** Sent with each request: `<nonce>.<code>`. */
export const proofHeader = 'X-Gatehouse-Proof';

const ivBytes = 12;
const nonceBytes = 16;
/** `String.fromCharCode` takes each byte as an argument, and engines limit how many. */
const pieceBytes = 0x8000;

interface SessionKeys {
  readonly pass: string;
  readonly code: CryptoKey;
  readonly seal: CryptoKey;
}

/** What was proved to the host, and what its answer has to prove. */
export interface Proof {
  readonly nonce: string;
  /** For {@link proofHeader}. */
  readonly header: string;
  readonly keys: SessionKeys;
}

/** The page's half of its session, stored by the landing page; read again each time, since another tab may renew it. */
function pass(): string {
  try {
    return localStorage.getItem('gatehouse.pass') ?? '';
  } catch {
    // A browser without storage: the host says that the page has no session.
    return '';
  }
}

let known: Promise<SessionKeys> | null = null;
let knownPass = '';

function sessionKeys(): Promise<SessionKeys> {
  const current = pass();
  if (known === null || current !== knownPass) {
    knownPass = current;
    known = deriveKeys(current);
    known.catch(() => {
      known = null;
    });
  }
  return known;
}

async function deriveKeys(from: string): Promise<SessionKeys> {
  // An empty secret is no HMAC key; the host refuses what is made with another.
  const secret = bytesOf(from || ' ');
  const code = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  const sealing = await crypto.subtle.sign('HMAC', code, bytesOf('seal\n'));
  const seal = await crypto.subtle.importKey('raw', sealing, 'AES-GCM', false, ['encrypt']);
  return { pass: from, code, seal };
}

/**
 * A new proof for one request.
 * @param path of the request, without its query
 * @throws where the browser offers no cryptography here
 */
export async function prove(path: string): Promise<Proof> {
  const keys = await sessionKeys();
  const nonce = toBase64(crypto.getRandomValues(new Uint8Array(nonceBytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  return { nonce, header: `${nonce}.${await codeOf(keys, `page ${path} ${nonce}`)}`, keys };
}

/** The input of a command, readable by this session's host only, and only as part of this request. */
export async function seal({ nonce, keys }: Proof, name: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const additionalData = bytesOf(`${name} ${nonce}`);
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData },
    keys.seal,
    bytesOf(text),
  );
  const bytes = new Uint8Array(ivBytes + sealed.byteLength);
  bytes.set(iv);
  bytes.set(new Uint8Array(sealed), ivBytes);
  return toBase64(bytes);
}

/** Whether an answer to the request with this proof comes from this session's host. @param code as the host sent it */
export async function isFromHost({ nonce, keys }: Proof, code: string, body: Uint8Array): Promise<boolean> {
  return code === (await codeOf(keys, `host ${nonce}`, body));
}

async function codeOf({ code }: SessionKeys, what: string, body?: Uint8Array): Promise<string> {
  const head = bytesOf(`${what}\n`);
  const signed = new Uint8Array(head.length + (body?.length ?? 0));
  signed.set(head);
  if (body !== undefined) signed.set(body, head.length);
  const made = new Uint8Array(await crypto.subtle.sign('HMAC', code, signed));
  return toBase64(made).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += pieceBytes)
    text += String.fromCharCode(...bytes.subarray(at, at + pieceBytes));
  return btoa(text);
}
