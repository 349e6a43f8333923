/** `POST /audio/speech` */
import { z } from 'zod';
import { check } from '../chat/request';
import { ApiError, invalidRequest } from '../errors';
import { makeAll, payFor } from '../media/costing';
import { type AudioFormat, audioFormats, audioTypes } from '../media/formats';
import { MAX_INPUT_CHARACTERS, SPEED, speechModels } from '../media/models';
import { toSpokenText } from '../media/speech/spoken-text';
import { findVoice, voices } from '../media/speech/voices';
import type { SpeechTask } from '../media/tasks';
import { modelNotFound } from '../model-use';
import { toCredits } from '../pricing';
import { jsonReply } from '../reply';
import type { GatewayContext, Services } from '../services';

const speechBody = z.looseObject({
  model: z.string().min(1).max(300),
  input: z.string().min(1, 'must not be empty'),
  voice: z.string().max(100).nullish(),
  response_format: z.string().max(100).nullish(),
  speed: z.number().min(SPEED.min).max(SPEED.max).nullish(),
  instructions: z.string().max(MAX_INPUT_CHARACTERS).nullish(),
  stream_format: z.literal('audio', 'speech is not streamed here').nullish(),
});

type SpeechBody = z.infer<typeof speechBody>;

/** The same reply can be built from this. */
interface KeptSpeech {
  readonly task: SpeechTask;
  readonly micros: number;
}

export async function createSpeech(context: GatewayContext, services: Services): Promise<Response> {
  const body = check(speechBody, context.get('body'));
  const model = speechModels.find(({ id }) => id === body.model);
  if (model === undefined) throw modelNotFound(body.model);
  const task = taskFor(body);
  const kept = context.get('claim')?.savedResult as KeptSpeech | undefined;
  if (kept !== undefined) {
    const [bytes = new Uint8Array()] = await makeAll(services, [kept.task], context.req.raw.signal);
    return reply(context, services, kept, bytes);
  }
  const speech = { task, micros: characterCount(body.input) * model.microsPerCharacter };
  const bytes = await payFor(context, services, {
    operation: 'audio.speech',
    model: model.id,
    micros: speech.micros,
    make: async (signal) => (await makeAll(services, [task], signal))[0] ?? new Uint8Array(),
    keep: () => speech,
  });
  return reply(context, services, speech, bytes);
}

/** One for each code point. */
const characterCount = (text: string): number => [...text].length;

function taskFor(body: SpeechBody): SpeechTask {
  if (characterCount(body.input) > MAX_INPUT_CHARACTERS) {
    throw invalidRequest(`input: must have at most ${MAX_INPUT_CHARACTERS} characters`, 'input');
  }
  const text = toSpokenText(body.input);
  if (text === '') throw invalidRequest('input: holds nothing the English voices can say', 'input');
  const voice = findVoice(body.voice ?? voices[0].name);
  if (voice === undefined) {
    throw invalidRequest(`voice: must be one of ${voices.map(({ name }) => name).join(', ')}`, 'voice');
  }
  const speed = paceOf(body);
  return { kind: 'speech', text, voice: voice.name, speed, format: formatFor(body) };
}

/** These voices follow what instructions say of the pace. */
function paceOf({ speed, instructions }: SpeechBody): number {
  const words = instructions ?? '';
  const slower = /\b(slow|calm|gentl|quiet)/i.test(words) ? 0.8 : 1;
  const faster = /\b(fast|quick|hurr|rapid)/i.test(words) ? 1.25 : 1;
  return Math.min(SPEED.max, Math.max(SPEED.min, (speed ?? 1) * slower * faster));
}

/** @throws ApiError 400 with what there is; `aac` has no encoder here. */
function formatFor({ response_format: asked }: SpeechBody): AudioFormat {
  const format = audioFormats.find((one) => one === (asked ?? 'mp3'));
  if (format !== undefined) return format;
  const why = asked === 'aac' ? 'AAC isn’t encoded here; mp3 and opus are as small. It ' : '';
  throw new ApiError(`response_format: ${why}must be one of ${audioFormats.join(', ')}`, {
    status: 400,
    code: 'invalid_request',
    param: 'response_format',
    details: { supported: audioFormats },
  });
}

function reply(
  context: GatewayContext,
  services: Services,
  { task, micros }: KeptSpeech,
  bytes: Uint8Array<ArrayBuffer>,
): Response {
  if (wantsJson(context)) {
    const audio = { data: Buffer.from(bytes).toString('base64'), format: task.format };
    return jsonReply(
      context,
      services,
      { audio: { ...audio, content_type: audioTypes[task.format] } },
      micros,
    );
  }
  return context.body(bytes, 200, {
    'content-type': audioTypes[task.format],
    'content-length': String(bytes.length),
    'x-gatehouse-credits-used': String(toCredits(micros)),
    'x-gatehouse-credits-remaining': String(toCredits(services.account.balanceMicros)),
  });
}

/** Only where JSON is named: a client that accepts anything gets the audio. */
function wantsJson(context: GatewayContext): boolean {
  return /\bapplication\/json\b/i.test(context.req.header('accept') ?? '');
}
