/** Checks words on a thread of its own: reading a dictionary and suggesting take up to seconds. */
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import NSpell from 'nspell';
import type { SpellingReply, SpellingRequest, SpellingSetup } from './spelling';

const MAX_SUGGESTIONS = 5;

const { affixes, words } = workerData as SpellingSetup;
const checker = NSpell(readFileSync(affixes), readFileSync(words));

parentPort?.on('message', (request: SpellingRequest) => {
  const reply: SpellingReply = { id: request.id, words: answerTo(request) };
  parentPort?.postMessage(reply);
});

function answerTo(request: SpellingRequest): readonly string[] {
  if (request.kind === 'suggest') return checker.suggest(request.word).slice(0, MAX_SUGGESTIONS);
  return request.words.filter((word) => !checker.correct(word));
}
