/** Probes of what a model sees and hears, and of the sound it makes. */

import { base64, pdfOfText, pngOfDigits, wavOfBeeps } from './drawn-files';
import {
  type Ask,
  type AskFor,
  drawn,
  drawnDigits,
  excerpt,
  fails,
  isCutEmpty,
  type Probe,
  replyTo,
  type Subject,
  thoughtOnly,
  unclear,
  type Verdict,
  works,
} from './probe';

const DIGITS = 5;
/** More than any known model counts for so small an image or one page. */
const IMAGE_TOKENS = 9_000;
const PDF_TOKENS = 9_000;
const AUDIO_TOKENS = 1_000;

const withFile = (step: string, prompt: string, part: object, fileTokens: number): Ask => ({
  step,
  operation: 'chat',
  fileTokens,
  body: { max_tokens: 300, messages: [{ role: 'user', content: [{ type: 'text', text: prompt }, part] }] },
});

const numberIn = (subject: Subject, kind: string, step: string): string =>
  drawnDigits(DIGITS, subject.seed, subject.model, kind, step);

const steps = ['first', 'second'] as const;

/** How many digits stand in their place, in the likeliest number of the reply. */
function digitsRight(text: string, digits: string): number {
  const numbers = text.replaceAll(/(?<=\d)[ ,.](?=\d)/g, '').match(/\d+/g) ?? [];
  const rights = numbers.map((number) => [...digits].filter((digit, at) => number[at] === digit).length);
  return Math.max(0, ...rights);
}

/** Reads two numbers that stand in files and nowhere else. */
async function judgeReading(ask: AskFor, subject: Subject, kind: string, what: string): Promise<Verdict> {
  const replies = [];
  for (const step of steps) {
    const seen = await replyTo(ask, step, step === 'first' ? what : undefined);
    const digits = numberIn(subject, kind, step);
    const right = digitsRight(seen.text, digits);
    if (right === DIGITS)
      return step === 'first'
        ? works(`It read the number ${digits}, which is only in the file.`)
        : unclear('It read one of two numbers.');
    replies.push({ seen, digits, right });
  }
  if (replies.some(({ seen }) => isCutEmpty(seen))) return thoughtOnly;
  if (replies.some(({ right }) => right >= DIGITS - 2))
    return unclear('It read parts of the numbers, and none of them whole.');
  const told = replies.map(({ seen, digits }) => `${digits}: ${excerpt(seen.text, 50)}`).join('; ');
  return fails(`It read none of two numbers (${told}).`);
}

const readNumber = 'Which number is in this file? Reply with its digits only.';

const vision: Probe = {
  id: 'vision',
  asks: (subject) =>
    steps.map((step) => {
      const url = `data:image/png;base64,${base64(pngOfDigits(numberIn(subject, 'vision', step)))}`;
      return withFile(step, readNumber, { type: 'image_url', image_url: { url } }, IMAGE_TOKENS);
    }),
  run: (ask, subject) => judgeReading(ask, subject, 'vision', 'images'),
};

const pdf: Probe = {
  id: 'pdf',
  asks: (subject) =>
    steps.map((step) => {
      const page = base64(pdfOfText(`Number ${numberIn(subject, 'pdf', step)}`));
      const file = { filename: 'page.pdf', file_data: `data:application/pdf;base64,${page}` };
      return withFile(step, readNumber, { type: 'file', file }, PDF_TOKENS);
    }),
  run: (ask, subject) => judgeReading(ask, subject, 'pdf', 'PDF files'),
};

/** Three different numbers from 2 to 6, so that no answer that is always the same fits. */
function beepsOf({ seed, model }: Subject): readonly number[] {
  const from = Math.floor(drawn(seed, model, 'beeps') * 5);
  return [0, 2, 4].map((step) => 2 + ((from + step) % 5));
}

const words = ['zero', 'one', 'two', 'three', 'four', 'five', 'six'];

const audioIn: Probe = {
  id: 'audioIn',
  asks: (subject) =>
    beepsOf(subject).map((beeps, at) =>
      withFile(
        `clip${at}`,
        'How many beeps are in this recording? Reply with the number only.',
        { type: 'input_audio', input_audio: { data: base64(wavOfBeeps(beeps)), format: 'wav' } },
        AUDIO_TOKENS,
      ),
    ),
  async run(ask, subject) {
    const counted: string[] = [];
    let right = 0;
    for (const [at, beeps] of beepsOf(subject).entries()) {
      const seen = await replyTo(ask, `clip${at}`, at === 0 ? 'audio' : undefined);
      const said = seen.text.toLowerCase();
      if (new RegExp(`\\b(${beeps}|${words[beeps]})\\b`).test(said)) right += 1;
      counted.push(`${beeps}: ${excerpt(said, 30)}`);
    }
    return right === counted.length
      ? works('It counted the beeps of three recordings.')
      : unclear(`It counted ${right} of ${counted.length} recordings right (${counted.join('; ')}).`);
  },
};

const audioOut: Probe = {
  id: 'audioOut',
  asks: () => [
    {
      step: 'spoken',
      operation: 'chat',
      mostReplyTokens: 600,
      body: {
        modalities: ['text', 'audio'],
        audio: { voice: 'alloy', format: 'wav' },
        max_tokens: 300,
        messages: [{ role: 'user', content: 'Say: ready.' }],
      },
    },
  ],
  async run(ask) {
    const { files, text } = await replyTo(ask, 'spoken', 'spoken replies');
    const [sound] = files.filter(({ type }) => ['wav', 'mp3', 'flac', 'ogg'].includes(type));
    if (sound !== undefined) return works(`A sound of the type ${sound.type} came, ${sound.bytes} bytes.`);
    return files.length > 0
      ? unclear('A file came whose type is unknown.')
      : fails(`No sound came with the reply: ${excerpt(text)}.`);
  },
};

export const senseProbes: readonly Probe[] = [vision, pdf, audioIn, audioOut];
