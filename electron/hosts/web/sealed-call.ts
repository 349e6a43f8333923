/** Calls and answers of a page that proves its session: see `session-proof.ts`. */
import { maxCallBytes } from '../shared/limits';
import { answerCode, openSealed, proofHeader } from './session-proof';

/** A request came with a proof of its session, and its answer needs one of the host. */
export interface Proved {
  readonly pass: string;
  readonly nonce: string;
}

/** The largest body: base64 makes a third more of what is sealed. */
export const maxSealedBytes = Math.ceil((maxCallBytes * 4) / 3) + 4_096;

interface Call {
  readonly name: string;
  readonly input: unknown;
}

/**
 * A call as the page seals it, or in the open as a program sends it that has the whole session.
 * @returns `null` where it is neither
 */
export function readCall(
  body: Readonly<Record<string, unknown>> | null,
  proved: Proved | undefined,
): Call | 'too large' | null {
  if (typeof body?.name !== 'string') return null;
  const { name, input, sealed } = body;
  if (proved === undefined) return sealed === undefined ? { name, input } : null;
  // A proof without a seal says who asks; what is asked could be anybody's.
  const text = typeof sealed === 'string' ? openSealed(proved.pass, name, proved.nonce, sealed) : null;
  if (text === null) return null;
  if (Buffer.byteLength(text) > maxCallBytes) return 'too large';
  try {
    return { name, input: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** Only whoever made the session can make the code, so the page knows that no other program answered. */
export async function proveAnswer(response: Response, { pass, nonce }: Proved): Promise<void> {
  if (response.headers.get('content-type')?.startsWith('application/json') !== true) return;
  const body = new Uint8Array(await response.clone().arrayBuffer());
  response.headers.set(proofHeader, answerCode(pass, nonce, body));
}
