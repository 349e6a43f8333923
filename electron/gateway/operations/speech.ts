/** `audio.speech.create`: sound, as it is or wrapped in JSON. */
import { readPcmFormat } from '../../../shared/pcm';
import { parseReply, unreadable } from '../http/body';
import type { ClientContext, Reply } from '../http/call';
import { failInside } from '../http/fail-inside';
import { readMediaBody } from '../http/media-body';
import type { GatewayPaths } from '../http/paths';
import { openCall } from '../http/transport';
import { isRecord, textOrNull } from '../parse/json';
import { readMediaSource } from '../parse/media-source';
import { readCredits, unknownCredits } from '../parse/metadata';
import type { GatewayClient } from '../types/client';
import type { SpeechResult } from '../types/media';

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
        const asked = textOrNull(params.response_format) ?? textOrNull(params.output_format);
        const body = await readMediaBody(reply, context.baseUrl, {
          asked: readPcmFormat(asked) === null ? null : asked,
          spool: options?.spool,
        });
        if (body.kind === 'text') return readAsJson(reply, body.text, context.baseUrl);
        const credits = body.last === null ? unknownCredits : readCredits(body.last, reply.headers);
        return { source: body.source, meta: reply.meta(credits, reply.readCost(body.last)) };
      },
    },
  };
}

function readAsJson(reply: Reply, text: string, baseUrl: string): SpeechResult {
  const body = parseReply(reply, text);
  if (isRecord(body)) failInside(reply, body);
  const credits = readCredits(body, reply.headers);
  const source = readMediaSource(body, baseUrl);
  if (source === null) throw reply.fail({ ...unreadable(reply, text), credits });
  return { source, meta: reply.meta(credits, reply.readCost(body), reply.readGeneration(body)) };
}
