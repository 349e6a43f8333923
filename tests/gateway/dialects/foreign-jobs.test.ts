/** Jobs in forms that people quote in issues and documentation: their results, why they failed, and that they go on. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '../../support/gateway-client';
import { type HostileServer, json, startHostileServer } from '../../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const client = () => connect(server, { maxAttempts: 1 }).client;
const film = 'https://cdn.example/v.mp4';
const found = (sources: readonly { kind: string; url?: string }[]) => sources.map(({ url }) => url);

describe('a job', () => {
  it.each<[string, object]>([
    [
      'Higgsfield',
      {
        id: 't1',
        jobs: [
          {
            id: 'j',
            status: 'completed',
            results: {
              min: { url: 'https://cdn.example/min.mp4', type: 'video' },
              raw: { url: film, type: 'video' },
            },
          },
        ],
      },
    ],
    [
      'Veo of Gemini',
      {
        name: 'models/veo/operations/t1',
        done: true,
        response: { '@type': 'x', generateVideoResponse: { generatedSamples: [{ video: { uri: film } }] } },
      },
    ],
    ['Bytez', { error: null, output: film, status: 'success', id: 't1' }],
    ['Segmind', { request_id: 't1', status: 'COMPLETED', output: [film], metrics: {} }],
    ['LTX', { id: 't1', status: 'completed', result: { video_url: film, duration: 5 } }],
    [
      'useapi',
      {
        jobid: 't1',
        code: 200,
        verb: 'imagine',
        status: 'completed',
        response: { attachments: [{ url: film, content_type: 'video/mp4' }] },
      },
    ],
    [
      'Topaz',
      { requestId: 't1', status: 'complete', progress: 100, download: { url: film, expiresIn: 3600 } },
    ],
    [
      'RunPod',
      { id: 't1', status: 'COMPLETED', delayTime: 1, executionTime: 2, output: { video_url: film } },
    ],
    ['Modal', { call_id: 't1', status: 'SUCCESS', result: { files: [{ url: film }] } }],
  ])('of %s holds its result', async (_name, body) => {
    server.script(json(body));
    const { status, outputs } = await client().jobs.retrieve('t1');
    expect([status, found(outputs)[0]]).toEqual(['completed', film]);
  });

  it.each<[string, object, string]>([
    [
      'Sora',
      {
        id: 't1',
        object: 'video',
        status: 'failed',
        progress: 0,
        error: { code: 'moderation_blocked', message: 'It was blocked.' },
      },
      'It was blocked.',
    ],
    [
      'Veo',
      { name: 'models/veo/operations/t1', done: true, error: { code: 3, message: 'It was blocked.' } },
      'It was blocked.',
    ],
    [
      'RunPod',
      {
        id: 't1',
        status: 'FAILED',
        error: '{"error_type":"<class \'ValueError\'>","error_message":"It was blocked."}',
      },
      'It was blocked.',
    ],
    ['Higgsfield', { id: 't1', jobs: [{ id: 'j', status: 'nsfw', results: null }] }, 'moderation'],
    [
      'Replicate',
      { id: 't1', status: 'failed', error: 'It was blocked. (E005)', output: null, logs: '' },
      'It was blocked. (E005)',
    ],
    [
      'Wan',
      {
        request_id: 'r',
        output: {
          task_id: 't1',
          task_status: 'FAILED',
          code: 'DataInspectionFailed',
          message: 'It was blocked.',
        },
      },
      'It was blocked.',
    ],
    [
      'fal',
      {
        status: 'COMPLETED',
        request_id: 't1',
        error: 'It was blocked.',
        error_type: 'content_policy_violation',
      },
      'It was blocked.',
    ],
    [
      'Ark',
      {
        id: 't1',
        status: 'failed',
        error: { code: 'OutputVideoSensitiveContentDetected', message: 'It was blocked.' },
      },
      'It was blocked.',
    ],
    [
      'Hailuo',
      { task_id: 't1', status: 'Fail', base_resp: { status_code: 1027, status_msg: 'It was blocked.' } },
      'It was blocked.',
    ],
  ])('of %s that failed says why', async (_name, body, words) => {
    server.script(json(body));
    const { status, error } = await client().jobs.retrieve('t1');
    expect([status, error?.message]).toEqual(['failed', expect.stringContaining(words)]);
    expect(error?.message).not.toContain('{');
  });

  it.each<[string, object, string]>([
    [
      'Sora',
      { id: 't1', object: 'video', status: 'in_progress', progress: 33, seconds: '4', size: '720x1280' },
      'running',
    ],
    ['RunPod', { id: 't1', status: 'IN_QUEUE', delayTime: 1 }, 'queued'],
    ['Veo', { name: 'models/veo/operations/t1' }, 'running'],
    ['Higgsfield', { id: 't1', jobs: [{ id: 'j', status: 'in_progress', results: null }] }, 'running'],
    [
      'fal',
      { status: 'IN_PROGRESS', request_id: 't1', logs: [{ message: 'error: retrying', level: 'INFO' }] },
      'running',
    ],
    [
      'Wan',
      { request_id: 'r', output: { task_id: 't1', task_status: 'PENDING', submit_time: 'x' } },
      'queued',
    ],
  ])('of %s goes on', async (_name, body, status) => {
    server.script(json(body));
    expect(await client().jobs.retrieve('t1')).toMatchObject({ status, outputs: [], error: null });
  });
});
