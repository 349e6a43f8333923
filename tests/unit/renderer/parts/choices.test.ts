import { expect, test } from 'vitest';
import { choicesOf, sharedFigures } from '../../../../renderer/parts/chat/message/choices';
import { inMicros } from '../../../support/money';
import { aMessage } from '../../../support/records';

const siblingIds = ['alone', 'first', 'second', 'third', 'again'];
const version = (id: string, profileId: string | null) =>
  aMessage({
    ...{ id, profileId, siblingIds, role: 'assistant' },
    cost: inMicros(profileId === null ? 0 : 5_000),
    usage: profileId === null ? null : { promptTokens: 4, completionTokens: 31 },
  });
const messages = {
  alone: version('alone', 'p'),
  first: version('first', 'p'),
  second: version('second', null),
  third: version('third', null),
  again: version('again', 'p'),
};

test('the replies of one request are told from versions that were requested by themselves', () => {
  for (const id of ['first', 'second', 'third'] as const)
    expect(choicesOf(messages[id], messages)).toEqual(['first', 'second', 'third']);
  expect(choicesOf(messages.alone, messages)).toEqual(['alone']);
  expect(choicesOf(messages.again, messages)).toEqual(['again']);
});

test('each of them shows the figures of all, and a version alone shows none of these', () => {
  for (const id of ['first', 'third'] as const)
    expect(sharedFigures(messages[id], messages)).toBe('3 replies: 31 tokens, 0.005 cr together');
  expect(sharedFigures(messages.alone, messages)).toBeNull();
  // A copy in a fork has no profile either, and nothing before it.
  const copy = aMessage({ id: 'copy', profileId: null, siblingIds: ['copy', 'x'] });
  expect(sharedFigures(copy, { copy })).toBeNull();
  // An edit of a reply stands beside it, and so may a message of yours: no request brought them.
  const edited = aMessage({ ...messages.second, id: 'edited', change: 'edited' });
  const own = aMessage({ id: 'own', profileId: null, role: 'user' });
  const beside = { alone: { ...messages.alone, siblingIds: ['alone', 'edited', 'own'] }, edited, own };
  expect(sharedFigures(beside.alone, beside)).toBeNull();
});
