/** When the pieces of a stream came, and what that says of who sent them. */
import { expect, test } from 'vitest';
import { judgeStream } from '../../../../electron/core/checks/probes/text-probes';
import { watchStalls } from '../../../../electron/core/checks/request-call';

/** A hundred pieces of four characters, each so many milliseconds after the one before. */
const pieces = (firstMs: number, everyMs: number) =>
  Array.from({ length: 100 }, (_, at) => [firstMs + at * everyMs, 4] as const);
const judged = (arrivals: ReturnType<typeof pieces>, stalledMs?: number) =>
  judgeStream({ arrivals, text: 'x'.repeat(400), reasoning: '', stalledMs }).result;

test('a reply that came at once after a wait was finished before it was streamed', () => {
  expect(judged(pieces(404, 0))).toBe('fails');
  expect(judged(pieces(404, 0), 40)).toBe('fails');
});

test('pieces that this computer was too busy to read say nothing against who sent them', () => {
  expect(judged(pieces(404, 0), 350)).toBe('unclear');
});

test('pieces that came one after the other are a stream, however busy this computer was', () => {
  expect(judged(pieces(404, 20), 350)).toBe('works');
  expect(judged(pieces(30, 20))).toBe('works');
});

test('a busy moment counts only where it hides when the pieces came', () => {
  let at = 0;
  const seen = (waits: readonly number[], beforeFirstMs: number) => {
    const stalls = watchStalls(() => at);
    for (const wait of waits) {
      at += wait;
      stalls.beat();
    }
    at += beforeFirstMs;
    stalls.arrived();
    return stalls.end();
  };
  expect(seen([700, 50, 50, 50], 20)).toBe(0);
  expect(seen([50, 50, 50], 700)).toBe(650);
  expect(seen([700], 90)).toBe(40);
});
