/** Downloads one large file of a known checksum; what a cut connection or a closed app left is continued. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../shared/errors';
import { type FeedFetch, networkError, requireSafeAddress } from './feed';

export interface Download {
  readonly url: URL;
  /** Base64. */
  readonly sha512: string;
  /** As the signed list says; `null` where it does not. */
  readonly bytes: number | null;
  /** The complete file. */
  readonly target: string;
  /** Holds the parts of unfinished downloads. */
  readonly folder: string;
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
}

export interface DownloadOptions {
  readonly fetch: FeedFetch;
  /** Before a cut download is continued, in milliseconds. */
  readonly pauseMs?: number;
}

/** A connection that keeps breaking is given up for now; the part stays. */
const MAX_CUTS_WITHOUT_PROGRESS = 5;
const PAUSE_MS = 2_000;
/** A server that sends nothing for so long is treated as a cut connection. */
const SILENCE_MS = 60_000;
/** No package is larger. */
const MAX_BYTES = 1024 * 1024 * 1024;

/**
 * @throws AppError `update_refused` where the file is not the one of the list (its part is deleted), `storage_full`
 * or `network_error` (its part stays)
 */
export async function downloadFile(download: Download, options: DownloadOptions): Promise<void> {
  const part = await preparePart(download);
  await fillPart(part, download, options);
  if ((await sha512Of(part)) !== download.sha512) {
    await rm(part, { force: true });
    throw new AppError({
      code: 'update_refused',
      message:
        'The downloaded file isn’t the one that the signed list names, so it was deleted. This version stays as it is; try again later.',
    });
  }
  await onDisk(download.folder, () => rename(part, download.target));
}

/** One part, named by its checksum; parts of other versions are deleted. */
async function preparePart({ folder, sha512 }: Download): Promise<string> {
  const name = `${createHash('sha256').update(sha512).digest('hex').slice(0, 32)}.part`;
  await onDisk(folder, () => mkdir(folder, { recursive: true, mode: 0o700 }));
  for (const other of await readdir(folder)) {
    if (other.endsWith('.part') && other !== name) await rm(path.join(folder, other), { force: true });
  }
  return path.join(folder, name);
}

async function fillPart(part: string, download: Download, options: DownloadOptions): Promise<void> {
  let cuts = 0;
  let before = await sizeOf(part);
  while (before === 0 || before !== download.bytes) {
    const cause = await cutOf(() => appendRest(part, before, download, options), download.signal);
    if (cause === null) return;
    const after = await sizeOf(part);
    cuts = after > before ? 1 : cuts + 1;
    if (cuts > MAX_CUTS_WITHOUT_PROGRESS) throw networkError(cause);
    before = after;
    await pause(options.pauseMs ?? PAUSE_MS, download.signal);
  }
}

/** What cut the connection; `null` where the work came to its end. Other failures are thrown. */
async function cutOf(work: () => Promise<void>, signal: AbortSignal): Promise<unknown> {
  try {
    await work();
    return null;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError) throw error;
    return error;
  }
}

async function appendRest(
  part: string,
  from: number,
  download: Download,
  { fetch: fetchFile }: DownloadOptions,
): Promise<void> {
  const { url, signal, onProgress } = download;
  const silence = silenceWatch();
  const response = await fetchFile(url.href, {
    headers: from > 0 ? { Range: `bytes=${from}-` } : {},
    cache: 'no-store',
    credentials: 'omit',
    signal: AbortSignal.any([signal, silence.signal]),
  });
  requireSafeAddress(response.url || url.href, url);
  const start = startOf(response, from);
  const length = Number(response.headers.get('content-length') ?? 0);
  const total = download.bytes ?? start + length;
  let done = start;
  const file = await onDisk(part, () => open(part, start === 0 ? 'w' : 'a', 0o600));
  try {
    for await (const piece of response.body ?? []) {
      silence.reset();
      done += piece.byteLength;
      if (done > Math.min(download.bytes ?? MAX_BYTES, MAX_BYTES)) throw tooLarge();
      await onDisk(path.dirname(part), () => file.writeFile(piece));
      onProgress(done, total);
    }
  } finally {
    silence.stop();
    await file.close();
  }
  // Node and Chromium end some cut bodies without an error.
  if (download.bytes !== null && done < download.bytes) throw new Error('The connection was cut.');
}

/** Where the answer begins; a server that knows no ranges sends the whole file again. */
function startOf(response: Response, from: number): number {
  if (response.status === 200) return 0;
  const [, begin] = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '') ?? [];
  if (response.status === 206 && Number(begin) === from) return from;
  const message = `Couldn’t download the update: the server answered with HTTP ${response.status}. This version stays as it is; try again later.`;
  throw new AppError({ code: 'network_error', message });
}

function silenceWatch() {
  const controller = new AbortController();
  const end = () => controller.abort(new Error('The server sent nothing.'));
  let timer = setTimeout(end, SILENCE_MS);
  return {
    signal: controller.signal,
    stop: () => clearTimeout(timer),
    reset() {
      clearTimeout(timer);
      timer = setTimeout(end, SILENCE_MS);
    },
  };
}

const tooLarge = (): AppError =>
  new AppError({
    code: 'update_refused',
    message: 'The update is larger than its list says, so it was not used.',
  });

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Base64, of a file of any size. */
export async function sha512Of(file: string): Promise<string> {
  const hash = createHash('sha512');
  for await (const piece of createReadStream(file)) hash.update(piece);
  return hash.digest('base64');
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** Work on the disk, whose failures say what to do. */
export async function onDisk<Result>(place: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw diskFailure(cause, place);
  }
}

function diskFailure(cause: unknown, place: string): unknown {
  const code = (cause as NodeJS.ErrnoException).code ?? '';
  if (['ENOSPC', 'EDQUOT'].includes(code)) {
    const message = `The disk is full: the update doesn’t fit in ${place}. Free some space, then try again.`;
    return new AppError({ code: 'storage_full', message }, { cause });
  }
  if (['EACCES', 'EPERM', 'EROFS', 'ETXTBSY'].includes(code)) {
    const message = `Couldn’t write to ${place} (${code}). Allow writing to it, or install the new version by hand.`;
    return new AppError({ code: 'storage_readonly', message }, { cause });
  }
  return cause;
}
