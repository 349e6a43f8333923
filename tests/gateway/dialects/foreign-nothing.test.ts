/** Answers with a good status that hold no result, as people quote them: what is said is true, and nothing is lost. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect, event, failureOf, question } from '../../support/gateway-client';
import { events, type HostileServer, json, startHostileServer } from '../../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const client = () => connect(server, { maxAttempts: 1 }).client;
const withheld = 'The gateway’s filter withheld the result';
const blocked = 'It violates the policy.';

describe('an image that did not come', () => {
  it.each<[string, object, string]>([
    ['Ideogram', { created: 1, data: [{ url: null, is_image_safe: false, prompt: 'p' }] }, `${withheld}.`],
    ['fal', { images: [], has_nsfw_concepts: [true], prompt: 'p' }, `${withheld}.`],
    [
      'Stability',
      { artifacts: [{ base64: '', finishReason: 'CONTENT_FILTERED', seed: 1 }] },
      `${withheld} (CONTENT_FILTERED).`,
    ],
    ['Imagen', { predictions: [{ raiFilteredReason: blocked }] }, blocked],
    ['Gemini', { candidates: [{ finishReason: 'IMAGE_SAFETY', finishMessage: blocked, index: 0 }] }, blocked],
    [
      'Ark',
      { data: [{ error: { code: 'OutputImageSensitiveContentDetected', message: blocked } }] },
      blocked,
    ],
    [
      'a chat that declines',
      { choices: [{ message: { role: 'assistant', content: 'I can’t draw that.' }, finish_reason: 'stop' }] },
      'The model answered in words: “I can’t draw that.”',
    ],
    [
      'Gemini in words',
      { candidates: [{ content: { parts: [{ text: 'I can’t draw that.' }] }, finishReason: 'STOP' }] },
      'The model answered in words: “I can’t draw that.”',
    ],
    ['an empty list', { created: 1, data: [] }, 'The gateway answered without any image.'],
    ['a relay', { created: 1, data: null }, 'The gateway answered without any image.'],
    [
      'MiniMax',
      { data: { image_urls: [] }, metadata: { failed_count: '1' }, base_resp: { status_code: 0 } },
      'The gateway answered without any image.',
    ],
  ])('%s', async (_name, body, message) => {
    server.script(json(body));
    const failure = await failureOf(client().images.generations.create({ model: 'm', prompt: 'p' }));
    expect(failure).toMatchObject({ errorCode: 'no_result', message, outcomeUnknown: true, details: body });
  });

  it('in another form than expected is called that', async () => {
    server.script(json({ created: 1, foo: { bar: 7 } }));
    const failure = await failureOf(client().images.generations.create({ model: 'm', prompt: 'p' }));
    expect(failure.errorCode).toBe('malformed_response');
  });
});

it('a text in place of a sound is said (a transcription)', async () => {
  server.script(json({ text: 'Hello there.', language: 'en', duration: 1 }));
  const failure = await failureOf(client().audio.speech.create({ model: 'm', input: 'i' }));
  expect(failure.message).toBe('The model answered in words: “Hello there.”');
});

it.each<[string, object]>([
  ['an empty list', { id: 'x', choices: [], usage: { prompt_tokens: 5, completion_tokens: 0 } }],
  ['null (vLLM)', { id: 'x', object: 'chat.completion', choices: null, usage: null }],
])('a chat whose choices are %s is a reply without content', async (_name, body) => {
  server.script(json(body));
  const failure = await failureOf(client().chat.completions.create(question));
  expect(failure).toMatchObject({
    errorCode: 'no_result',
    message: 'The gateway answered with status 200 and a reply without any content.',
  });
});

it('events alone that are no part of a reply are none', async () => {
  server.script(events(event({ event: { type: 'status', data: { description: 'Searching' } } })));
  const stream = await client().chat.completions.create({ ...question, stream: true });
  await expect(async () => {
    for await (const _ of stream);
  }).rejects.toMatchObject({ errorCode: 'stream_cut' });
});
