/**
 * Mixtures of the forms in which gateways answer about a job: whatever stands where, the id, the state, every result and
 * the reason of a failure are read, and nothing that was sent is taken for a result.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFinished, findJob, type JobContext, readJob } from '../../../electron/gateway/parse/job-reply';
import { createRedactor } from '../../../electron/gateway/record/redact';
import type { RemoteJob } from '../../../electron/gateway/types/jobs';
import { connect } from '../../support/gateway-client';
import { type HostileServer, json, startHostileServer } from '../../support/hostile-server';
import { soakTimes } from '../../support/soak';

/** Rounds: 5,000 together in a soak, most of them without a socket. */
const RUNS = { finished: soakTimes(300, 2_700), failed: soakTimes(200, 2_000), sockets: soakTimes(40, 300) };
const TIMEOUT_MS = 240_000;

const urls = (count: number) => Array.from({ length: count }, (_, at) => `https://cdn.example/v${at}.mp4`);
const sent = 'https://mine.example/start.png';
const cover = 'https://cdn.example/cover.png';

const idField = fc.constantFrom(
  'id',
  'task_id',
  'taskId',
  'job_id',
  'jobId',
  'generation_id',
  'requestId',
  'request_id',
);
const stateField = fc.constantFrom('status', 'state', 'task_status', 'taskStatus', 'job_status');
const done = fc.constantFrom(
  'completed',
  'succeed',
  'SUCCEEDED',
  'Success',
  'finished',
  'Ready',
  'done',
  'TASK_STATUS_SUCCEED',
);
const failed = fc.constantFrom(
  'failed',
  'Fail',
  'FAILURE',
  'error',
  'rejected',
  'timeout',
  'cancelled',
  'expired',
);
/** What is no word of any list, and no word at all. */
const unknown = fc.constantFrom<unknown>('Fertig', 'OK_FINAL', 1, 2, 10, '3', undefined);

/** Results as one gateway or another puts them; each must be found, in order. */
const place = fc.constantFrom<readonly [count: number, fields: object]>(
  ...([
    [1, { url: urls(1)[0] }],
    [1, { video_url: urls(1)[0] }],
    [1, { video: { url: urls(1)[0] } }],
    [1, { output: urls(1)[0] }],
    [3, { output: urls(3) }],
    [1, { output: { video_url: urls(1)[0], cover_url: cover } }],
    [2, { outputs: urls(2).map((url) => ({ url })) }],
    [1, { content: { video_url: urls(1)[0], last_frame_url: cover } }],
    [2, { results: { videos: urls(2).map((url) => ({ url })) } }],
    [1, { task_result: { videos: [{ id: 'v', url: urls(1)[0], duration: '5' }] } }],
    [1, { video_result: [{ url: urls(1)[0], cover_image_url: cover }] }],
    [2, { unsigned_urls: urls(2) }],
    [2, { data: urls(2).map((url) => ({ url })) }],
    [1, { response: { generatedVideos: [{ video: { uri: urls(1)[0] } }] } }],
    [2, { resultJson: JSON.stringify({ resultUrls: urls(2) }) }],
    [1, { works: [{ resource: { url: urls(1)[0] }, video: { url: urls(1)[0] } }] }],
    [2, { assets: { videos: urls(2) } }],
  ] as const),
);
const reason = fc.constantFrom<object>(
  ...[
    { error: 'Too violent.' },
    { error: { code: 'nsfw', message: 'Too violent.' } },
    { fail_reason: 'Too violent.' },
    { failMsg: 'Too violent.', failCode: 501 },
    { task_status_msg: 'Too violent.' },
    { message: 'Too violent.' },
    { reason: 'Too violent.', results: { videos: [] } },
    { errors: [{ message: 'Too violent.' }] },
    { error_message: 'Too violent.', error: null },
  ],
);
const noise = fc.constantFrom<object>(
  ...[
    {},
    { input: { prompt: 'p', image_url: sent } },
    { request: { image: sent } },
    { usage: { total_tokens: 9 }, created_at: 1_764_000_000 },
    { metadata: { duration: 5 }, seed: 7 },
    { cancel_url: 'https://cdn.example/cancel', webhook_url: 'https://mine.example/hook' },
    { logs: 'see https://cdn.example/logs' },
    { error: null, warnings: [] },
  ],
);

type Wrap = (record: object) => object;
/** The envelopes of the answer, and which of them hold an id of the request that is not the job's. */
const wrap = fc.constantFrom<Wrap>(
  (record) => record,
  (record) => ({ data: record }),
  (record) => ({ job: record }),
  (record) => ({ output: record, request_id: 'rq-0' }),
  (record) => ({ code: 0, message: 'SUCCEED', request_id: 'rq-0', data: record }),
  (record) => ({ success: true, result: record }),
  (record) => ({ response: record, error: null }),
  (record) => [record],
  (record) => ({ code: 'success', message: '', data: [record] }),
  (record) => ({ base_resp: { status_code: 0, status_msg: 'success' }, data: record }),
);

const context: JobContext = {
  baseUrl: 'https://gateway.example/v1',
  redactor: createRedactor('canary-key-8f3a1b77c2'),
  contentUrl: () => null,
  handleOf: (id) => id,
};
const meta = {} as RemoteJob['meta'];
const read = (body: unknown, knownId: string | null): RemoteJob => {
  const job = findJob(body, knownId) ?? findFinished(body, context.baseUrl);
  if (job === null) throw new Error(`no job in ${JSON.stringify(body)}`);
  return readJob(context, job, { meta, waitMs: null, knownId });
};

const addresses = ({ outputs }: Pick<RemoteJob, 'outputs'>) =>
  outputs.map((source) => (source.kind === 'url' ? source.url : source.kind));

const finished = fc
  .record({ idField, stateField, state: fc.oneof(done, unknown), place, noise, wrap, hasId: fc.boolean() })
  .map(
    ({
      idField: name,
      stateField: field,
      state,
      place: [count, fields],
      noise: more,
      wrap: into,
      hasId,
    }) => ({
      body: into({
        ...(hasId && { [name]: 'j1' }),
        ...(state !== undefined && { [field]: state }),
        ...more,
        ...fields,
      }),
      expected: urls(count),
    }),
  );

describe('an answer about a job', () => {
  it(
    'that holds results loses none of them, whatever it calls itself',
    () => {
      fc.assert(
        fc.property(finished, ({ body, expected }) => {
          const job = read(body, 'j1');
          expect(job).toMatchObject({ id: 'j1', status: 'completed' });
          expect(addresses(job)).toEqual(expected);
        }),
        { numRuns: RUNS.finished },
      );
    },
    TIMEOUT_MS,
  );

  it(
    'that failed says why, and a new one is followed by its own id',
    () => {
      fc.assert(
        fc.property(
          idField,
          stateField,
          failed,
          reason,
          noise,
          wrap,
          (name, field, state, why, more, into) => {
            const job = read(into({ ...more, [name]: 'j1', [field]: state, ...why }), 'j1');
            expect(job).toMatchObject({ id: 'j1', status: 'failed', error: { message: 'Too violent.' } });
            const created = into({ [name]: 'j1', [field]: 'submitted' });
            expect(read(created, null)).toMatchObject({ id: 'j1', status: 'queued' });
          },
        ),
        { numRuns: RUNS.failed },
      );
    },
    TIMEOUT_MS,
  );
});

describe('on a socket', () => {
  let server: HostileServer;
  beforeAll(async () => {
    server = await startHostileServer();
  });
  afterAll(() => server.close());

  it(
    'the same holds from the creation to the results',
    async () => {
      const { client } = connect(server, { paths: { job: '/tasks/{id}' } });
      await fc.assert(
        fc.asyncProperty(
          idField,
          stateField,
          wrap,
          finished,
          async (name, field, into, { body, expected }) => {
            server.script(json(into({ [name]: 'j1', [field]: 'submitted' })), json(body));
            const job = await client.videos.generations.createAndWait({ model: 'm', prompt: 'p' });
            expect(job.status).toBe('completed');
            expect(addresses(job)).toEqual(expected);
          },
        ),
        { numRuns: RUNS.sockets },
      );
    },
    TIMEOUT_MS,
  );
});
