/** Answers of chats that bring files: what assertions and judges are given of them. */
import { expect, test } from 'vitest';
import { shownAnswer } from '../../../../electron/core/experiments/judging/missing-judgements';
import { judgedReplyOf } from '../../../../electron/core/judging/judged-reply';
import type { Message } from '../../../../shared/chat/chat';
import { aJob, aMediaItem, aMessage } from '../../../support/records';

const image = aMediaItem({ id: 'i', contentType: 'image/png', width: 64, height: 32 });
const parts: Message['parts'] = [
  { id: 'p1', type: 'text', text: 'Here it is.' },
  { id: 'p2', type: 'image', job: aJob({ id: 'j', media: [image] }) },
];

const portsWith = (message: Message) =>
  ({
    storage: { messages: { get: () => message, logprobs: () => [] }, jobs: { get: () => undefined } },
  }) as never;
const cell = { replyId: 'm', jobId: null, totalMs: 5, cost: null };

test('assertions see the files that came with a reply', () => {
  const ports = portsWith(aMessage({ id: 'm', text: 'Here it is.', parts }));
  expect(judgedReplyOf(ports, cell, undefined)?.files).toMatchObject([
    { contentType: 'image/png', width: 64, height: 32 },
  ]);
});

test('a judge of the text in an image sees the image, one of the answer its text, or the image where that is all', () => {
  const both = portsWith(aMessage({ id: 'm', text: 'Here it is.', parts }));
  expect(shownAnswer(both, cell as never, 'text-in-image')).toEqual({ mediaId: 'i' });
  expect(shownAnswer(both, cell as never, 'llm-rubric')).toEqual({ text: 'Here it is.' });
  const alone = portsWith(aMessage({ id: 'm', text: '', parts: parts.slice(1) }));
  expect(shownAnswer(alone, cell as never, 'llm-rubric')).toEqual({ mediaId: 'i' });
});
