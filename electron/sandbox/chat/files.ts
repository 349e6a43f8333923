/** Files in messages: refused, or described; images on a media thread so that streams are not blocked. */
import { createHash } from 'node:crypto';
import { ApiError, invalidRequest } from '../errors';
import { UNREADABLE_PICTURE } from '../media/look/image-file';
import type { Sight } from '../media/look/look';
import { MediaError, type MediaPool } from '../media/pool';
import type { ChatModel, ChatTurn, ReceivedFile } from '../models/model';
import type { FileKind, SentFile } from './content';
import type { ChatRequest, SentTurn } from './request';

const inWords: Readonly<Record<FileKind, string>> = {
  image: 'pictures',
  audio: 'audio',
  video: 'video',
  file: 'files',
};

/** @throws ApiError 400 that names the first message with a file of a kind that the model does not take */
export function refuseFiles({ turns }: ChatRequest, { id, takes = [] }: ChatModel): void {
  for (const [index, { files }] of turns.entries()) {
    const kind = files.find((file) => !takes.includes(file.kind))?.kind;
    if (kind === undefined) continue;
    const place = `messages[${index}].content`;
    const next = `a model with "${kind}" in its input does`;
    throw invalidRequest(`${place}: ${id} takes no ${inWords[kind]}; ${next}`, place);
  }
}

/** @throws ApiError 400 that names the message whose image can't be decoded; 500 where the client has disconnected. */
export function lookAtFiles(
  { turns }: ChatRequest,
  pool: MediaPool,
  signal: AbortSignal,
): Promise<readonly ChatTurn[]> {
  const look = async ({ files, role, text }: SentTurn, index: number): Promise<ChatTurn> => {
    const pictures = files.filter(({ kind }) => kind === 'image');
    const sights = pictures.map(({ bytes }) => lookAtOne(pool, bytes, signal));
    try {
      return { role, text, sights: await Promise.all(sights), files: files.map(toReceived) };
    } catch (error) {
      if (signal.aborted) throw brokenOff();
      const place = `messages[${index}].content`;
      if (!(error instanceof MediaError) || error.name !== UNREADABLE_PICTURE) throw error;
      throw invalidRequest(`${place}: ${error.message}`, place);
    }
  };
  return Promise.all(turns.map(look));
}

const toReceived = ({ kind, label, bytes }: SentFile): ReceivedFile => ({
  kind,
  label,
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

const brokenOff = () => new ApiError('The call was broken off.', { status: 500, code: 'internal_error' });

async function lookAtOne(pool: MediaPool, bytes: Uint8Array, signal: AbortSignal): Promise<Sight> {
  const seen = await pool.run({ kind: 'look', bytes }, { signal });
  return JSON.parse(new TextDecoder().decode(seen)) as Sight;
}
