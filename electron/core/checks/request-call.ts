/** The request of one call of a check, and what it brings. */
import type { CallMeta, CallOptions } from '../../gateway/types/call';
import type { ChatParams, ChatResult } from '../../gateway/types/chat';
import type { AnsweredSource, ImageParams, SpeechParams } from '../../gateway/types/media';
import type { StoredCall } from '../ports/checks';
import type { MediaGateway } from '../ports/media-gateway';
import { isCornerClear } from './file-facts';
import { type Arrival, type SeenFile, type SeenReply, seenFile, seenFiles, seenReply } from './seen';

/** What a request brought. */
export interface Answer {
  readonly seen: SeenReply;
  readonly meta: CallMeta;
}

/**
 * Sends one request of a check, and sees all of its answer.
 * @param partial gets what had arrived of a stream that breaks off
 */
export async function request(
  client: MediaGateway,
  { operation, request: body }: StoredCall,
  options: CallOptions,
  partial: { result: ChatResult | null },
): Promise<Answer> {
  if (operation === 'images') {
    const { images, meta, raw } = await client.images.generations.create(
      body as unknown as ImageParams,
      options,
    );
    return {
      seen: seenFiles(
        await filesOf(
          client,
          images.map(({ source }) => source),
          options,
        ),
        meta,
        raw,
      ),
      meta,
    };
  }
  if (operation === 'speech') {
    const { sources, meta } = await client.audio.speech.create(body as unknown as SpeechParams, options);
    return { seen: seenFiles(await filesOf(client, sources, options), meta, null), meta };
  }
  const params = body as unknown as ChatParams;
  if (params.stream === true) return readStream(client, params, options, partial);
  const result = await client.chat.completions.create({ ...params, stream: false }, options);
  return { seen: seenReply(result, { isStream: false, arrivals: [] }), meta: result.meta };
}

/**
 * Milliseconds from now on, the same for all that comes in one turn of the event loop: what arrived together is only read
 * one after the other, however busy this computer is.
 */
function turnClock(): () => number {
  const startedAt = performance.now();
  let turn: number | null = null;
  return () => {
    if (turn === null) {
      turn = Math.round(performance.now() - startedAt);
      setImmediate(() => {
        turn = null;
      });
    }
    return turn;
  };
}

const HEARTBEAT_MS = 50;

/**
 * For how long this process took nothing in, at the longest, right before the first piece or after it: of what came
 * meanwhile, nobody knows when. What held it up earlier hides nothing, since it read again before a piece was there.
 */
export function watchStalls(now = () => performance.now()): { beat(): void; arrived(): void; end(): number } {
  let longest = 0;
  let last = now();
  let hasArrived = false;
  const beat = () => {
    const at = now();
    longest = Math.max(longest, at - last - HEARTBEAT_MS);
    last = at;
  };
  const timer = setInterval(beat, HEARTBEAT_MS);
  return {
    beat,
    arrived() {
      if (!hasArrived) longest = 0;
      hasArrived = true;
      beat();
    },
    end() {
      clearInterval(timer);
      beat();
      return Math.round(longest);
    },
  };
}

async function readStream(
  client: MediaGateway,
  params: ChatParams,
  options: CallOptions,
  partial: { result: ChatResult | null },
): Promise<Answer> {
  const timeOf = turnClock();
  const stalls = watchStalls();
  const arrivals: Arrival[] = [];
  let stalledMs = 0;
  try {
    const stream = await client.chat.completions.create({ ...params, stream: true }, options);
    try {
      for await (const { text, reasoning } of stream) {
        const characters = text.length + reasoning.length;
        if (characters === 0) continue;
        stalls.arrived();
        arrivals.push([timeOf(), characters]);
      }
    } finally {
      partial.result = stream.result();
    }
  } finally {
    stalledMs = stalls.end();
  }
  const { result } = partial;
  return { seen: seenReply(result, { isStream: true, arrivals, stalledMs }), meta: result.meta };
}

const MOST_FILE_BYTES = 30 * 1_048_576;
/** No probe asks for more than one, and a model that is checked may name thousands. */
const MOST_FILES = 4;

/** One after the other, as each is held in memory. */
async function filesOf(client: MediaGateway, sources: readonly AnsweredSource[], options: CallOptions) {
  const files: SeenFile[] = [];
  for (const source of sources.slice(0, MOST_FILES)) {
    // The request was answered and paid, whatever becomes of its file.
    const bytes = await bytesOf(client, source, options).catch(() => null);
    if (bytes !== null) files.push(await lookAt(bytes));
  }
  return files;
}

/** `null` where it is too large, or no file. */
async function bytesOf(client: MediaGateway, source: AnsweredSource, { signal }: CallOptions) {
  if (source.kind === 'bytes') return source.bytes;
  if (source.kind !== 'url') return null;
  const { pieces } = await client.download(source.url, { signal: signal ?? new AbortController().signal });
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > MOST_FILE_BYTES) return null;
    read.push(piece);
  }
  return Buffer.concat(read);
}

async function lookAt(bytes: Uint8Array): Promise<SeenFile> {
  const isClear = await isCornerClear(bytes);
  return { ...seenFile(bytes), ...(isClear !== undefined && { isCornerClear: isClear }) };
}
