/** Probabilities of tokens: read in every shape, kept with the reply, through copies and archives, and wrong ones as wrong. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readLogprobs } from '../../../../electron/gateway/parse/logprobs';
import { levelOf, percent, textOfTokens, tokensCsv } from '../../../../renderer/parts/logprobs/tokens-text';
import { chanceOf, isBeyondOne, perplexityOf } from '../../../../shared/chat/logprobs';
import { exportAll, importAll } from '../../../support/archives';
import { openTestCore, type TestCore } from '../../../support/core';

let app: TestCore;
beforeAll(async () => {
  app = await openTestCore();
});
afterAll(() => app.close());

const ask = async (model: string, stream = true) => {
  const { conversationId, reply } = await app.chat('The sea is deep', {
    model,
    stream,
    extra: { logprobs: true, top_logprobs: 3 },
  });
  return { conversationId, reply, tokens: await app.tell('messages.logprobs', { id: reply.id }) };
};

describe('of the Sandbox', () => {
  test.each([true, false])('are exact, stream: %s', async (stream) => {
    const { reply, tokens } = await ask('sandbox/itemized', stream);
    expect(reply.hasLogprobs).toBe(true);
    expect(textOfTokens(tokens)).toBe(reply.text);
    expect(tokens.map(chanceOf).slice(0, 4)).toEqual(
      [50, 67, 84, 52].map((hundredths) => expect.closeTo(hundredths / 100, 12)),
    );
    expect(tokens.every(({ others }) => others.length === 3)).toBe(true);
    expect(tokens.some(isBeyondOne)).toBe(false);
    const mean = tokens.reduce((sum, { logprob }) => sum + (logprob ?? 0), 0) / tokens.length;
    expect(perplexityOf(tokens)).toBeCloseTo(Math.exp(-mean), 12);
  });

  test('that can’t be are kept as they came, and seen to be wrong', async () => {
    const { tokens } = await ask('sandbox/itemized-wrong');
    expect(tokens.every(isBeyondOne)).toBe(true);
    expect(tokens[2]?.logprob).toBe(-0.05);
    expect(tokens.every(({ bytes }) => bytes === undefined)).toBe(true);
  });

  test('go with a copy, a file and an archive, and with the message', async () => {
    const { reply, tokens } = await ask('sandbox/itemized', false);
    const newId = randomUUID();
    await app.tell('conversations.fork', { messageId: reply.id, newId });
    const { leafId } = await app.tell('conversations.get', { id: newId });
    expect(await app.tell('messages.logprobs', { id: leafId ?? '' })).toEqual(tokens);
    const file = await app.tell('conversations.export', { id: newId, format: 'json' });
    const { conversationId } = await app.tell('conversations.import', { json: file.text });
    const own = await app.tell('conversations.get', { id: conversationId });
    expect(await app.tell('messages.logprobs', { id: own.leafId ?? '' })).toEqual(tokens);
    const there = await openTestCore({ sandbox: app.sandbox });
    try {
      await importAll(there, await exportAll(app, false));
      expect(await there.tell('messages.logprobs', { id: reply.id })).toEqual(tokens);
    } finally {
      await there.close();
    }
  });

  test('a reply goes on from another token', async () => {
    const { conversationId, reply, tokens } = await ask('sandbox/itemized', false);
    const beginning = `${textOfTokens(tokens.slice(0, 2))}${tokens[2]?.others[1]?.token}`;
    const { replyId } = await app.tell('chat.run', {
      messageId: reply.parentId ?? '',
      replyId: randomUUID(),
      beginning,
    });
    const branch = await app.until(() => {
      const known = app.message(replyId);
      return known && known.status !== 'streaming' && known;
    });
    expect(branch.text.startsWith(beginning)).toBe(true);
    expect(branch.text.length).toBeGreaterThan(beginning.length);
    expect(branch.conversationId).toBe(conversationId);
    expect(branch.siblingIds).toContain(reply.id);
  });
});

describe('in other shapes', () => {
  test('lists of the older interface', () => {
    const logprobs = {
      tokens: ['The', ' sea'],
      token_logprobs: [null, -0.5],
      top_logprobs: [null, { ' sea': -0.5, ' sky': -1.5 }],
    };
    expect(readLogprobs({ logprobs })).toEqual([
      { token: 'The', logprob: null, others: [] },
      {
        token: ' sea',
        logprob: -0.5,
        others: [
          { token: ' sea', logprob: -0.5 },
          { token: ' sky', logprob: -1.5 },
        ],
      },
    ]);
  });

  test('llama.cpp’s probabilities', () => {
    const [one] = readLogprobs({
      completion_probabilities: [
        {
          content: 'A',
          probs: [
            { tok_str: 'A', prob: 0.5 },
            { tok_str: 'B', prob: 0.25 },
          ],
        },
      ],
    });
    expect(one && chanceOf(one)).toBeCloseTo(0.5, 12);
    expect(one?.others).toHaveLength(2);
  });

  test('what can’t be a probability is unknown', () => {
    const content = [{ token: 'x', logprob: 3 }, { token: 'y', logprob: 'no' }, { logprob: -1 }, 7];
    expect(readLogprobs({ logprobs: { content } }).map(({ logprob }) => logprob)).toEqual([null, null]);
    expect(readLogprobs({ logprobs: 7 })).toEqual([]);
  });

  test('half characters are one again where their bytes are known', () => {
    const bytes = [...Buffer.from('é')];
    const content = bytes.map((byte) => ({ token: `\\x${byte.toString(16)}`, logprob: -1, bytes: [byte] }));
    expect(textOfTokens(readLogprobs({ logprobs: { content } }))).toBe('é');
  });
});

test('words and files', () => {
  expect([percent(0.873), percent(0.00041), percent(null)]).toEqual(['87 %', '0.041 %', 'unknown']);
  expect([1, 0.7, 0.4, 0.2, 0.01].map(levelOf)).toEqual([0, 1, 2, 3, 4]);
  const others = [{ token: 'b', logprob: -2 }];
  expect(tokensCsv([{ token: 'a', logprob: 0, others }])).toBe(
    'token,logprob,probability,alternative 1,logprob 1\r\na,0,1,b,-2\r\n',
  );
});
