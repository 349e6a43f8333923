import { tourText } from './markdown-tour-text';
import type { ChatModel } from './model';
import { lastUserText } from './model';

/** Shows every kind of markdown a reply can hold. */
export const markdownTour: ChatModel = {
  id: 'sandbox/markdown-tour',
  description:
    'Replies with a tour of markdown: headings, lists, tables, code, math, quotes, links and footnotes.',
  pricing: { inputMicros: 400, outputMicros: 1200 },
  contextWindow: 65_536,
  maxOutput: 8192,
  tokensPerSecond: 160,
  *reply({ turns }) {
    yield `${opening(lastUserText(turns))}\n\n${tourText}`;
  },
};

function opening(prompt: string): string {
  const words = prompt.trim().split(/\s+/).slice(0, 12).join(' ').slice(0, 80);
  if (words === '') return 'You asked for nothing in particular, so here is a bit of everything.';
  // As code, so that markdown inside the prompt does not change the tour.
  const fence = '`'.repeat(1 + Math.max(0, ...[...words.matchAll(/`+/g)].map(([run]) => run.length)));
  return `You wrote ${fence} ${words} ${fence}, and here is the answer this model gives to everything: a walk along the canal.`;
}
