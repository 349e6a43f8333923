/** Jobs that are called finished and hold nothing, or hold their result beside what it was made from. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connect } from '../../support/gateway-client';
import { type HostileServer, json, startHostileServer } from '../../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const client = () => connect(server, { maxAttempts: 1 }).client;
const film = 'https://cdn.example/v.mp4';
const bytes = 'iVBORw0KGgo'.padEnd(400, 'A');

it.each<[string, object]>([
  [
    'Vertex AI',
    {
      name: 't1',
      done: true,
      response: { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['It violates the policy.'] },
    },
  ],
  ['a block', { id: 't1', status: 'completed', outputs: [], block_reason: 'It violates the policy.' }],
  [
    'moderation',
    { data: { task_id: 't1', status: 'SUCCESS', moderation_message: 'It violates the policy.' } },
  ],
])('of %s that is done with nothing, and says why, has failed', async (_name, body) => {
  server.script(json(body));
  const { status, error } = await client().jobs.retrieve('t1');
  expect([status, error?.message]).toEqual(['failed', 'It violates the policy.']);
});

it('a reason that is a word for programs is said in a sentence', async () => {
  server.script(json({ id: 't1', status: 'completed', outputs: [], block_reason: 'SAFETY' }));
  const { error } = await client().jobs.retrieve('t1');
  expect(error?.message).toBe('The gateway’s filter withheld the result (SAFETY).');
});

it('a result beside words about one that was withheld is kept', async () => {
  const response = {
    raiMediaFilteredCount: 1,
    raiMediaFilteredReasons: ['It violates the policy.'],
    videos: [{ gcsUri: film }],
  };
  server.script(json({ name: 't1', done: true, response }));
  const { status, outputs } = await client().jobs.retrieve('t1');
  expect([status, outputs]).toEqual(['completed', [expect.objectContaining({ url: film })]]);
});

it.each<[string, object]>([
  ['D-ID', { id: 't1', status: 'done', result_url: film, audio_url: 'https://in.example/a.wav' }],
  [
    'PiAPI',
    {
      code: 200,
      data: {
        task_id: 't1',
        status: 'completed',
        output: {
          works: [
            {
              status: 99,
              cover: { resource: 'https://c.example/c.png' },
              video: { resource: film, resource_without_watermark: 'https://n.example/n.mp4' },
            },
          ],
        },
        error: { code: 0, message: '' },
      },
    },
  ],
  [
    'Civitai',
    { token: 't', jobs: [{ jobId: 't1', result: [{ available: true, blobUrl: film }], scheduled: false }] },
  ],
])('of %s has its result first', async (_name, body) => {
  server.script(json(body));
  const { status, outputs } = await client().jobs.retrieve('t1');
  expect([status, outputs[0]]).toEqual(['completed', expect.objectContaining({ url: film })]);
});

it('reads the bytes of Jimeng, which is done in its data alone', async () => {
  const data = { binary_data_base64: [bytes], image_urls: null, status: 'done' };
  server.script(json({ code: 10_000, data, message: 'Success', request_id: 'r', status: 10_000 }));
  const { status, outputs } = await client().jobs.retrieve('t1');
  expect([status, outputs]).toEqual(['completed', [expect.objectContaining({ contentType: 'image/png' })]]);
});
