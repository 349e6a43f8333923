/** `audio.speech.create`: sound, as it is or wrapped in JSON. */
import { createDecoder, parseReply, readBytes, sniffText, unreadable } from '../http/body';
import type { ClientContext, Reply } from '../http/call';
import { failInside } from '../http/fail-inside';
import type { GatewayPaths } from '../http/paths';
import { openCall } from '../http/transport';
import { isRecord } from '../parse/json';
import { readMediaSource } from '../parse/media-source';
import { mediaTypeOf } from '../parse/media-type';
import { readCredits, unknownCredits } from '../parse/metadata';
import type { GatewayClient, SpeechResult } from '../types';

export function createSpeech(context: ClientContext, paths: GatewayPaths): GatewayClient['audio'] {
  return {
    speech: {
      async create(params, options) {
        const reply = await openCall(context, {
          method: 'post',
          path: paths.speech,
          body: context.dialect.toBody('speech', params),
          accept: 'audio/*, */*;q=0.5',
          costs: true,
          options,
        });
        const bytes = await readBytes(reply);
        return readAsBytes(reply, bytes) ?? readAsJson(reply, bytes, context.baseUrl);
      },
    },
  };
}

/** `null` where the body isn't audio. Raw samples have no signature, so a declared type is believed unless it is text. */
function readAsBytes(reply: Reply, bytes: Uint8Array): SpeechResult | null {
  const sniffed = mediaTypeOf(bytes, null);
  const isText = sniffText(Buffer.from(bytes.subarray(0, 64)).toString()) !== 'other';
  const contentType = sniffed ?? (isText ? null : mediaTypeOf(bytes, reply.headers.get('content-type')));
  if (contentType === null) return null;
  return { source: { kind: 'bytes', bytes, contentType }, meta: reply.meta(unknownCredits) };
}

function readAsJson(reply: Reply, bytes: Uint8Array, baseUrl: string): SpeechResult {
  const text = createDecoder(reply.headers).decode(bytes);
  const body = parseReply(reply, text);
  if (isRecord(body)) failInside(reply, body);
  const credits = readCredits(body, reply.headers);
  const source = readMediaSource(body, baseUrl);
  if (source === null) throw reply.fail({ ...unreadable(reply, text), credits });
  return { source, meta: reply.meta(credits, reply.readCost(body), reply.readGeneration(body)) };
}
