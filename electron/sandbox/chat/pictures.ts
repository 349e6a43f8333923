/** Images in messages: refused, or read on a media thread so that streams are not blocked. */
import { ApiError, invalidRequest } from '../errors';
import type { Sight } from '../media/look/look';
import { UNREADABLE_PICTURE } from '../media/look/picture-format';
import { MediaError, type MediaPool } from '../media/pool';
import type { ChatTurn } from '../models/model';
import type { ChatRequest, SentTurn } from './request';

/** @throws ApiError 400 that names the first message with an image in it. */
export function refusePictures({ turns }: ChatRequest, model: string): void {
  const index = turns.findIndex(({ pictures }) => pictures.length > 0);
  if (index < 0) return;
  const place = `messages[${index}].content`;
  throw invalidRequest(`${place}: ${model} takes no pictures; a model with "image" in its input does`, place);
}

/** @throws ApiError 400 that names the message whose image can't be decoded; 500 where the client has disconnected. */
export function lookAtPictures(
  { turns }: ChatRequest,
  pool: MediaPool,
  signal: AbortSignal,
): Promise<readonly ChatTurn[]> {
  const look = async ({ pictures, role, text }: SentTurn, index: number): Promise<ChatTurn> => {
    const sights = pictures.map(({ bytes }) => lookAtOne(pool, bytes, signal));
    try {
      return { role, text, sights: await Promise.all(sights) };
    } catch (error) {
      if (signal.aborted) throw brokenOff();
      const place = `messages[${index}].content`;
      if (!(error instanceof MediaError) || error.name !== UNREADABLE_PICTURE) throw error;
      throw invalidRequest(`${place}: ${error.message}`, place);
    }
  };
  return Promise.all(turns.map(look));
}

const brokenOff = () => new ApiError('The call was broken off.', { status: 500, code: 'internal_error' });

async function lookAtOne(pool: MediaPool, bytes: Uint8Array, signal: AbortSignal): Promise<Sight> {
  const seen = await pool.run({ kind: 'look', bytes }, { signal });
  return JSON.parse(new TextDecoder().decode(seen)) as Sight;
}
