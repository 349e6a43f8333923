/** Goes on with a download whose connection was cut, and checks that it is still the same file. */
import { amendError, GatewayError } from '../parse/error';
import { tooLarge } from './body';
import type { Reply } from './call';

/** A connection that keeps breaking is given up for now. */
const MAX_CUTS_WITHOUT_PROGRESS = 5;
const FIRST_PAUSE_MS = 500;
/** Connections that bring less are brief ones: several files at once over a line that always cuts would ask without end. */
const BRIEF_BYTES = 64 * 1024;
const MOST_DOUBLINGS_FOR_BRIEF = 3;

export interface Resumable {
  readonly file: RemoteFile;
  /** The download's reply, which has begun at `fromByte`. */
  readonly reply: Reply;
  readonly fromByte: number;
  readonly maxBytes: number;
  /** Requests the same address again, with these headers. @throws GatewayError */
  again(headers: Readonly<Record<string, string>>): Promise<Reply>;
  /** Rejects when the download is stopped. */
  pause(delayMs: number): Promise<void>;
}

/**
 * The pieces of a download, over all its connections.
 * @throws GatewayError `result_changed` where the file is no longer the one that was begun: it is to be begun again
 */
export async function* readResuming(download: Resumable): AsyncGenerator<Uint8Array> {
  const { file, reply, fromByte } = download;
  const progress: Progress = { reply, seen: fromByte, cuts: 0, brief: 0, isOver: false };
  try {
    while (!progress.isOver) {
      const before = progress.seen;
      try {
        yield* readConnection(progress, file, download.maxBytes);
      } catch (error) {
        countCut(progress, progress.seen - before);
        if (!mayGoOn(error, file, progress)) throw error;
        await download.pause(pauseAfter(progress));
        progress.reply = await goOn(file, progress.seen, download.again);
      }
    }
  } finally {
    if (!progress.isOver) progress.reply.abort();
  }
}

interface Progress {
  reply: Reply;
  seen: number;
  /** In a row without a byte between them; the first counts as well. */
  cuts: number;
  /** In a row that brought little or nothing. */
  brief: number;
  isOver: boolean;
}

function countCut(progress: Progress, brought: number): void {
  progress.cuts = brought > 0 ? 1 : progress.cuts + 1;
  progress.brief = brought < BRIEF_BYTES ? progress.brief + 1 : 0;
}

/** Longer each time: up to 8 s where nothing comes, up to 4 s where a little does. */
function pauseAfter({ cuts, brief }: Progress): number {
  return FIRST_PAUSE_MS * 2 ** Math.max(cuts - 1, Math.min(brief - 1, MOST_DOUBLINGS_FOR_BRIEF));
}

/** What one connection brings. */
async function* readConnection(progress: Progress, file: RemoteFile, maxBytes: number) {
  const { reply } = progress;
  for (let piece = await reply.read(); piece !== null; piece = await reply.read()) {
    progress.seen += piece.byteLength;
    if (progress.seen > maxBytes) throw reply.fail(tooLarge(maxBytes));
    yield piece;
  }
  // Chromium ends some cut bodies without an error.
  if (file.total !== null && !file.isPacked && progress.seen < file.total)
    throw reply.fail({ errorCode: 'network_error', message: CUT });
  progress.isOver = true;
  reply.finish();
}

function mayGoOn(error: unknown, { validator }: RemoteFile, { seen, cuts }: Progress): boolean {
  if (!isCut(error) || cuts > MAX_CUTS_WITHOUT_PROGRESS) return false;
  // Of nothing, nothing has to be recognized. A server that sends nothing for long is not waited for again.
  return seen === 0 ? error.errorCode === 'network_error' : validator !== null;
}

const CUT = 'The connection was cut before the whole result had arrived.';

const isCut = (error: unknown): error is GatewayError =>
  error instanceof GatewayError && ['network_error', 'timeout'].includes(error.errorCode);

export interface RemoteFile {
  /** For `If-Range`: a strong ETag, else the date; `null` where the file can't be recognized. */
  readonly validator: string | null;
  readonly total: number | null;
  /** Compressed for this answer only: its places are not those of the file. */
  readonly isPacked: boolean;
}

export function describeFile({ headers }: Reply): RemoteFile {
  const isPacked = headers.has('content-encoding');
  const etag = headers.get('etag');
  // RFC 9110, 13.1.5: a weak one says that two files mean the same, not that their bytes are.
  const strong = etag !== null && /^"[^"]*"$/.test(etag) ? etag : null;
  const validator = isPacked ? null : (strong ?? headers.get('last-modified'));
  const length = Number(headers.get('content-length') ?? Number.NaN);
  return { validator, isPacked, total: Number.isSafeInteger(length) ? length : null };
}

/**
 * The reply that begins at `seen`.
 * @throws GatewayError `result_changed` where the file at the address has changed
 */
export async function goOn(file: RemoteFile, seen: number, again: Resumable['again']): Promise<Reply> {
  const reply = await askFor(file, seen, again);
  const found = readRange(reply.headers.get('content-range'));
  const now = describeFile(reply);
  const isSame = now.validator === file.validator || now.validator === null;
  const isWhole = file.total === null || found?.total == null || found.total === file.total;
  if (seen === 0 && reply.statusCode === 200 && isSame && now.total === file.total) return reply;
  if (reply.statusCode === 206 && found?.start === seen && isWhole && isSame && !now.isPacked) return reply;
  reply.abort();
  throw reply.fail({ errorCode: RESULT_CHANGED, message: CHANGED });
}

async function askFor({ validator }: RemoteFile, seen: number, again: Resumable['again']): Promise<Reply> {
  if (seen === 0) return await again({});
  try {
    return await again({ range: `bytes=${seen}-`, 'if-range': validator ?? '' });
  } catch (error) {
    // There are fewer bytes than have come.
    const isBeyond = error instanceof GatewayError && error.statusCode === 416;
    throw isBeyond ? amendError(error, { errorCode: RESULT_CHANGED, message: CHANGED }) : error;
  }
}

/** `bytes 100-199/200`; the total is `null` where it is not stated. */
function readRange(text: string | null) {
  const [, start, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(text ?? '') ?? [];
  return start === undefined ? null : { start: Number(start), total: total === '*' ? null : Number(total) };
}

const CHANGED =
  'The result changed, or its server can’t continue a download, so the download has to begin again.';

const RESULT_CHANGED = 'result_changed';
