import { expect, test } from 'vitest';
import { strayResults, unanswered, withResults } from '../../../../shared/chat/tool-rounds';

const calls = ['a', 'b', 'a'].map((id, at) => ({ id, at }));
const result = (callId: string, content: string) => ({ callId, content });

test('each result answers the next call that has its id', () => {
  const given = [result('b', 'of b'), result('a', 'first'), result('a', 'second')];
  expect(withResults(calls, given).map((one) => one.result?.content)).toEqual(['first', 'of b', 'second']);
  expect(unanswered(calls, given)).toEqual([]);
  expect(strayResults(calls, given)).toEqual([]);
});

test('one result leaves the second call of its id open, and a third one answers none', () => {
  const given = [result('a', 'first')];
  expect(unanswered(calls, given).map(({ at }) => at)).toEqual([1, 2]);
  const tooMany = ['1', '2', '3'].map((content) => result('a', content));
  expect(strayResults(calls, [...tooMany, result('z', '')])).toEqual([result('a', '3'), result('z', '')]);
});
