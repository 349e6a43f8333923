/** A body of any length: held in memory while it is short, and written as it comes once it is long. */
import { AppError } from '../../../shared/errors';
import { GatewayError } from '../parse/error';
import type { Spool } from '../types/call';
import { joinPieces, tooLarge } from './body';
import type { Reply } from './call';

/** What is shorter is quickly held, and checked whole before anything is written. */
const SPOOLED_FROM_BYTES = 8 * 1_048_576;

export interface LongBodyOptions {
  /** Of what stays in memory. */
  readonly maxBytes: number;
  readonly declaredType: string | null;
  readonly spool?: Spool;
  /** Whether a body that begins so is a result itself, and no text that may hold one. */
  readonly isResult: (head: Uint8Array) => boolean;
}

/**
 * The whole body, or `null` once it has been spooled.
 * @throws GatewayError `malformed_response` beyond `maxBytes` or what the spool takes, `storage_full` or `storage_failed`
 *   where neither disk nor memory holds it
 */
export async function readOrSpool(reply: Reply, options: LongBodyOptions): Promise<Uint8Array | null> {
  const { maxBytes, spool, declaredType, isResult } = options;
  const held: Uint8Array[] = [];
  let size = 0;
  let mayBeSpooled = spool !== undefined;
  for (let piece = await reply.read(); piece !== null; piece = await reply.read()) {
    reply.markFirst();
    held.push(piece);
    size += piece.byteLength;
    if (mayBeSpooled && size >= SPOOLED_FROM_BYTES) {
      const head = joinPieces(held, size);
      if (spool !== undefined && isResult(head))
        return await write(reply, () =>
          spool({ pieces: piecesFrom(reply, head), contentType: declaredType }),
        );
      mayBeSpooled = false;
    }
    if (size > maxBytes) {
      reply.abort();
      throw reply.fail(tooLarge(maxBytes));
    }
  }
  reply.finish();
  return joinPieces(held, size);
}

async function* piecesFrom(reply: Reply, head: Uint8Array): AsyncGenerator<Uint8Array> {
  yield head;
  for (let piece = await reply.read(); piece !== null; piece = await reply.read()) yield piece;
  reply.finish();
}

/** What the disk refuses was paid for all the same, so its failure is one of this call. */
async function write(reply: Reply, spool: () => Promise<Uint8Array | null>): Promise<Uint8Array | null> {
  try {
    return await spool();
  } catch (error) {
    reply.abort();
    if (error instanceof GatewayError) throw error;
    if (error instanceof AppError) throw reply.fail({ errorCode: error.data.code, message: error.message });
    const message = error instanceof Error ? error.message : 'The result couldn’t be written.';
    throw reply.fail({ errorCode: 'storage_failed', message });
  }
}
