/** Results that are named by file and folder (ComfyUI), and jobs whose parts fail on their own (Baidu). */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connect } from '../../support/gateway-client';
import { type HostileServer, json, startHostileServer } from '../../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const client = () => connect(server, { maxAttempts: 1 }).client;
const retrieve = (body: object) => {
  server.script(json(body));
  return client().jobs.retrieve('t1');
};

const status = { status_str: 'success', completed: true, messages: [] };
const preview = { filename: 'p.png', subfolder: '', type: 'temp' };
const image = { filename: 'A 1.png', subfolder: 'x/y', type: 'output' };
const video = { filename: 'v.mp4', subfolder: '', type: 'output', format: 'video/h264-mp4' };
const outputs = {
  '4': { images: [preview] },
  '9': { images: [image], animated: [false] },
  '12': { gifs: [video] },
};
const imageQuery = 'filename=A+1.png&subfolder=x%2Fy&type=output';

it.each<[string, object]>([
  ['as a record of the job', { prompt_id: 't1', status, outputs }],
  [
    'by its id, with what was sent',
    { t1: { prompt: [0, 't1', { '3': { inputs: { image } } }], outputs, status } },
  ],
])('files of ComfyUI are results at the same origin, %s', async (_how, body) => {
  const job = await retrieve(body);
  const { origin } = new URL(server.baseUrl);
  expect(job).toMatchObject({ status: 'completed', error: null });
  expect(job.outputs).toEqual([
    {
      kind: 'url',
      url: `${origin}/view?${imageQuery}`,
      alternatives: [`${server.baseUrl}/view?${imageQuery}`],
    },
    expect.objectContaining({ url: `${origin}/view?filename=v.mp4&subfolder=&type=output` }),
  ]);
});

it('an address beside the name of a file is taken, and a name alone is no address elsewhere', async () => {
  const url = 'https://cdn.example/a.png';
  const named = await retrieve({ id: 't1', status: 'done', outputs: [{ images: [{ ...image, url }] }] });
  expect(named.outputs).toEqual([expect.objectContaining({ url })]);
  const sent = await retrieve({ id: 't1', status: 'done', outputs: [{ ...image, type: 'input' }] });
  expect(sent.outputs).toEqual([]);
});

const baidu = (state: string, parts: readonly object[]) => ({
  data: { task_id: 't1', task_status: state, task_progress: 1, sub_task_result_list: parts },
  log_id: 1,
});
const failed = (code: number | string) => ({
  sub_task_status: 'FAILED',
  sub_task_error_code: code,
  final_image_list: [],
});
const done = (conclusion: string) => ({
  sub_task_status: 'SUCCESS',
  sub_task_error_code: 0,
  final_image_list:
    conclusion === 'pass'
      ? [{ img_url: 'https://cdn.example/a.png' }]
      : [{ img_approve_conclusion: conclusion }],
});

it.each<[string, object, string, string]>([
  ['blocked', baidu('FAILED', [failed('501')]), '501', 'The gateway’s moderation blocked the prompt.'],
  [
    'by the model',
    baidu('FAILED', [failed(201), failed(201)]),
    '201',
    'The model couldn’t generate the image.',
  ],
  ['called finished', baidu('SUCCESS', [failed(777)]), '777', 'A part of the job failed with the code 777.'],
  [
    'withheld',
    baidu('SUCCESS', [done('block')]),
    'job_moderated',
    'The gateway’s moderation blocked the result.',
  ],
])('a job of Baidu that failed in its parts says why: %s', async (_why, body, code, message) => {
  expect(await retrieve(body)).toMatchObject({ status: 'failed', outputs: [], error: { code, message } });
});

it('a job of which only a part failed keeps what is there', async () => {
  const job = await retrieve(baidu('SUCCESS', [failed(201), done('pass')]));
  expect(job).toMatchObject({ status: 'completed', error: null });
  expect(job.outputs).toEqual([expect.objectContaining({ url: 'https://cdn.example/a.png' })]);
});

it('a job of ComfyUI that isn’t in its history yet is running', async () => {
  expect(await retrieve({})).toMatchObject({ status: 'running', outputs: [], error: null });
});
