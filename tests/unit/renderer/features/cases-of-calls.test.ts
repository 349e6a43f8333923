import { expect, it } from 'vitest';
import { draftOfCalls } from '../../../../renderer/features/lab/setup/draft-of-calls';
import { caseOfCall } from '../../../../renderer/parts/inspector/cases-of-calls';
import type { CallDetail } from '../../../../shared/calls/inspector';

const text = (value: unknown) => ({
  ...{ kind: 'text', contentType: 'application/json', bytes: 1, leftOutBytes: 0, tail: '' },
  text: JSON.stringify(value),
});
const call = (messages: unknown, reply: string | null, more: object = {}): CallDetail =>
  ({
    ...{ profileId: 'p', model: 'm', events: [] },
    requestBody: text({ model: 'm/one', messages }),
    responseBody: reply === null ? { kind: 'none' } : text({ choices: [{ message: { content: reply } }] }),
    ...more,
  }) as unknown as CallDetail;
const user = (content: unknown) => ({ role: 'user', content });

it('a recorded call is a case with its message, its system prompt and its reply', () => {
  expect(caseOfCall(call([{ role: 'system', content: 'Be short.' }, user('Hi')], 'Hello'))).toEqual({
    ...{ profileId: 'p', model: 'm/one', system: 'Be short.', prompt: 'Hi', reply: 'Hello' },
  });
  const events = [{ data: '{"choices":[{"delta":{"content":"Hey"}}]}' }, { data: '[DONE]' }];
  expect(caseOfCall(call([user([{ type: 'text', text: 'Hi' }])], null, { events }))?.reply).toBe('Hey');
});

it('a conversation is one prompt with who said what', () => {
  const messages = [user('Hi'), { role: 'assistant', content: 'Hello' }, user('And?')];
  expect(caseOfCall(call(messages, 'So'))?.prompt).toBe('user: Hi\n\nassistant: Hello\n\nuser: And?');
});

it.each([
  ['has an image', call([user([{ type: 'image_url', image_url: { url: 'data:' } }])], 'x')],
  ['is no chat', call(undefined, 'x')],
  ['was cut', call([user('Hi')], 'x', { requestBody: { ...text({}), leftOutBytes: 9 } })],
])('nothing is made of one that %s', (_name, one) => {
  expect(caseOfCall(one)).toBeNull();
});

it('several calls are a draft with each model once, and the replies where they are expected', () => {
  const of = (model: string, system: string | null) => ({
    ...{ profileId: 'p', model, system, prompt: `Ask ${model}`, reply: 'Yes, no' },
  });
  const calls = [of('a', null), of('b', 'Be short.'), of('a', null)];
  const draft = draftOfCalls(calls, true);
  expect(draft.variants.map(({ model }) => model)).toEqual(['a', 'b']);
  expect(draft.cases[1]).toEqual({ prompt: 'Be short.\n\nAsk b', __expected: 'equals:Yes, no' });
  expect(draftOfCalls(calls.slice(1, 2), true)).toMatchObject({
    variants: [{ setup: { settings: { systemPrompt: '{{system}}' } } }],
    cases: [{ prompt: 'Ask b', system: 'Be short.' }],
  });
  expect(draftOfCalls(calls.slice(0, 1), false).cases).toEqual([{ prompt: 'Ask a' }]);
});
