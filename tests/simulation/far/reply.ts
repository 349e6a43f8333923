/** An answer on its way: what is sent when, and how it ends. */

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly pieces: readonly Piece[];
  readonly end: 'close' | 'cut' | 'stall';
  /** Called once it has reached a running app completely, with the number of that run. */
  readonly onArrived?: (life: number) => void;
}

export interface Piece {
  /** After the piece before it, in milliseconds. */
  readonly afterMs: number;
  readonly bytes: Uint8Array;
  /** Called once all of it has reached a running app, with the number of that run. */
  readonly onArrived?: (life: number) => void;
}

const encoder = new TextEncoder();

export function whole(
  status: number,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
  return { status, headers, pieces: bytes.length === 0 ? [] : [{ afterMs: 0, bytes }], end: 'close' };
}

export const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply =>
  whole(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers });

export function refusal(status: number, code: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return json(status, { error: { code, message: `The simulated gateway refuses: ${code}.` } }, headers);
}

/** The same answer, of which only a share arrives. */
export function shortened(reply: Reply, share: number, end: 'cut' | 'stall'): Reply {
  const total = reply.pieces.reduce((sum, { bytes }) => sum + bytes.length, 0);
  let left = Math.floor(total * share);
  const pieces: Piece[] = [];
  for (const piece of reply.pieces) {
    if (left <= 0) break;
    const isWhole = left >= piece.bytes.length;
    pieces.push(isWhole ? piece : { ...piece, bytes: piece.bytes.subarray(0, left), onArrived: undefined });
    left -= piece.bytes.length;
  }
  return { ...reply, pieces, end, onArrived: undefined };
}

/** Of the answer comes its first picture or sound, and no line that would end it. */
export function cutBehind(reply: Reply): Reply {
  const media = reply.pieces.filter(({ bytes }) => /"(?:images|audio)":/.test(Buffer.from(bytes).toString()));
  const end = media.findIndex(({ onArrived }) => onArrived !== undefined);
  const pieces = media.slice(0, end + 1).map((piece) => ({ ...piece, bytes: withoutBlankLine(piece.bytes) }));
  return { ...reply, pieces, end: 'cut', onArrived: undefined };
}

const LINE_END = 10;

const withoutBlankLine = (bytes: Uint8Array): Uint8Array =>
  bytes.at(-1) === LINE_END && bytes.at(-2) === LINE_END ? bytes.subarray(0, -1) : bytes;
