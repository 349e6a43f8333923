import type { Sight } from '../media/look/look';
import { type ChatModel, type ChatTurn, lastUserText } from './model';

/** Describes the images: their files, their colors, and the text stored in them. */
export const vision: ChatModel = {
  id: 'sandbox/vision',
  description: 'Looks at pictures: tells their format, size and colors, and the words kept inside the files.',
  pricing: { inputMicros: 200, outputMicros: 400 },
  contextWindow: 131_072,
  maxOutput: 16_384,
  tokensPerSecond: 120,
  takes: ['image'],
  *reply({ turns }) {
    const shown = turns.findLast(({ sights = [] }) => sights.length > 0)?.sights;
    const asked = lastUserText(turns);
    if (shown === undefined) {
      yield 'There is no picture in this conversation yet. Attach one, and I will tell you what I see.';
      return;
    }
    yield opening(shown.length, turns);
    for (const [index, sight] of shown.entries()) yield `\n\n${describe(sight, index)}`;
    if (asked !== '') yield `\n\nYou said: ${asked}`;
  },
};

function opening(shown: number, turns: readonly ChatTurn[]): string {
  const earlier = turns.reduce((sum, { sights = [] }) => sum + sights.length, 0) - shown;
  const count = shown === 1 ? 'one picture' : `${shown} pictures`;
  return `I see ${count}${earlier > 0 ? `, and ${earlier} from before` : ''}.`;
}

function describe(
  { format, width, height, bytes, fingerprint, colors, texts }: Sight,
  index: number,
): string {
  const shades = colors.map(({ name, hex, share }) => `${name} ${hex} (${Math.round(share * 100)} %)`);
  return [
    `**Picture ${index + 1}**: ${format}, ${width} × ${height} pixels, ${bytes} bytes, fingerprint \`${fingerprint}\`.`,
    `- Colors: ${shades.length === 0 ? 'none, it is transparent' : shades.join(', ')}`,
    ...texts.map(({ name, text }) => `- ${name}: ${text}`),
  ].join('\n');
}
