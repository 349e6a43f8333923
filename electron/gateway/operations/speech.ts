/** `audio.speech.create`: sound, as it is or wrapped in JSON. */
import { readPcmFormat } from '../../../shared/media/pcm';
import { unreadable } from '../http/body';
import type { ClientContext, Reply } from '../http/call';
import { readMediaBody } from '../http/media-body';
import type { GatewayPaths } from '../http/paths';
import { failInside } from '../http/reply';
import { openCall } from '../http/transport';
import { findLikely } from '../parse/found-anywhere';
import { isRecord, textOrNull } from '../parse/json';
import { readMediaSource } from '../parse/media-source';
import { readCredits, unknownCredits } from '../parse/metadata';
import { whyNoResult } from '../parse/no-result';
import { readResults } from '../parse/results';
import type { GatewayClient } from '../types/client';
import type { MediaSource } from '../types/media';
import type { SpeechResult } from '../types/media-results';
import { acceptedBody, jobInHeaders } from './accepted-jobs';
import { failedIn, finishedJobIn, isJob } from './images';
import { type ReadingContext, readJobBody } from './jobs';
import { mediaSpec } from './media-spec';

export function createSpeech(
  context: ClientContext,
  paths: GatewayPaths,
  jobs: ReadingContext,
): GatewayClient['audio'] {
  return {
    speech: {
      async create(params, options) {
        const reply = await openCall(context, {
          ...(await mediaSpec(context, paths, 'speech', params, options)),
          accept: 'audio/*, */*;q=0.5',
        });
        const asked = textOrNull(params.response_format) ?? textOrNull(params.output_format);
        const body = await readMediaBody(reply, context.baseUrl, {
          asked: readPcmFormat(asked) === null ? null : asked,
          spool: options?.spool,
        });
        if (body.kind === 'text') return readAsJson(reply, body.text, jobs);
        const credits = body.last === null ? unknownCredits : readCredits(body.last, reply.headers);
        const { source } = body;
        return { source, sources: [source], meta: reply.meta(credits, reply.readCost(body.last)) };
      },
    },
  };
}

function readAsJson(reply: Reply, text: string, jobs: ReadingContext): SpeechResult {
  const body = acceptedBody(reply, text);
  const failed = failedIn(jobs, reply, body);
  if (failed !== null) return { sources: [], job: failed, meta: failed.meta };
  if (isRecord(body)) failInside(reply, body);
  const credits = readCredits(body, reply.headers);
  const sources = soundsOf(body, jobs.baseUrl);
  const [source] = sources;
  const meta = reply.meta(credits, reply.readCost(body), reply.readGeneration(body));
  if (source !== undefined) return { source, sources, meta, ...finishedJobIn(jobs, reply, body) };
  if (isJob(body) || jobInHeaders(reply, jobs.baseUrl) !== null) {
    const job = readJobBody(jobs, reply, body, null);
    return { sources, job, meta: job.meta };
  }
  throw reply.fail({
    ...unreadable(reply, text),
    ...reply.redactor.strict(whyNoResult(body, 'sound')),
    credits,
    details: reply.redactor.strict(body),
  });
}

/** A list of addresses is one sound in parts, or one sound in several forms. */
function soundsOf(body: unknown, baseUrl: string): readonly MediaSource[] {
  const direct = readMediaSource(body, baseUrl);
  if (direct !== null) return [direct];
  const found = readResults(body, baseUrl).map(({ source }) => source);
  return found.length > 0 ? found : findLikely(body, baseUrl);
}
