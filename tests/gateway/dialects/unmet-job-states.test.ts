/** Jobs of media services that the app has no dialect for, in the shapes of their documentation. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connect } from '../../support/gateway-client';
import { type HostileServer, json, startHostileServer } from '../../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const client = () => connect(server, { maxAttempts: 1 }).client;

it.each<[string, object, string]>([
  [
    'Tencent',
    { Response: { Status: 'RUN', ErrorCode: '', ErrorMessage: '', ResultVideoUrl: '', RequestId: 'r' } },
    'running',
  ],
  [
    'Tencent wait',
    { Response: { Status: 'WAIT', ErrorCode: '', ErrorMessage: '', ResultVideoUrl: '', RequestId: 'r' } },
    'queued',
  ],
  [
    'Hunyuan',
    {
      Response: {
        JobStatusCode: '1',
        JobStatusMsg: '等待中',
        JobErrorCode: '',
        JobErrorMsg: '',
        ResultImage: [],
        RequestId: 'r',
      },
    },
    'queued',
  ],
  [
    'Jimeng',
    {
      code: 10000,
      data: {
        binary_data_base64: null,
        image_urls: null,
        resp_data: '',
        status: 'generating',
        video_url: '',
      },
      message: 'Success',
      request_id: 'r',
      status: 10000,
    },
    'running',
  ],
  [
    'Jimeng q',
    {
      code: 10000,
      data: { status: 'in_queue', video_url: '' },
      message: 'Success',
      request_id: 'r',
      status: 10000,
    },
    'queued',
  ],
  [
    'Kling',
    {
      code: 0,
      message: 'SUCCEED',
      request_id: 'r',
      data: { task_id: 't1', task_status: 'processing', task_status_msg: '' },
    },
    'running',
  ],
  ['Leonardo', { generations_by_pk: { generated_images: [], status: 'PENDING', id: 't1' } }, 'queued'],
  ['RunningHub', { code: 0, msg: 'success', data: 'RUNNING' }, 'running'],
  ['RunningHub q', { code: 0, msg: 'success', data: 'QUEUED' }, 'queued'],
  ['PixVerse', { ErrCode: 0, ErrMsg: 'Success', Resp: { id: 't1', status: 5, url: '' } }, 'running'],
  [
    'PiAPI',
    {
      code: 200,
      data: {
        task_id: 't1',
        status: 'processing',
        output: null,
        error: { code: 0, raw_message: '', message: '', detail: null },
      },
      message: 'success',
    },
    'running',
  ],
  [
    'Suno',
    {
      code: 200,
      msg: 'success',
      data: {
        taskId: 't1',
        param: '{}',
        response: null,
        status: 'PENDING',
        errorCode: null,
        errorMessage: null,
      },
    },
    'queued',
  ],
  [
    'kie',
    {
      code: 200,
      msg: 'success',
      data: {
        taskId: 't1',
        param: '{"image":"https://in.example/i.png"}',
        state: 'waiting',
        resultJson: '',
        failMsg: null,
      },
    },
    'queued',
  ],
  [
    'kie gen',
    {
      code: 200,
      msg: 'success',
      data: { taskId: 't1', param: '{"image":"https://in.example/i.png"}', successFlag: 0, response: null },
    },
    'running',
  ],
  [
    'Luma',
    {
      id: 't1',
      state: 'dreaming',
      assets: null,
      request: { keyframes: { frame0: { type: 'image', url: 'https://in.example/i.png' } } },
    },
    'running',
  ],
  [
    'Horde',
    { finished: 0, processing: 1, waiting: 0, done: false, faulted: false, generations: [] },
    'running',
  ],
  [
    'Baidu',
    {
      data: { task_id: 't1', task_status: 'RUNNING', task_progress: 0, sub_task_result_list: [] },
      log_id: 1,
    },
    'running',
  ],
  [
    'WaveSpeed',
    {
      code: 200,
      message: 'success',
      data: { id: 't1', outputs: [], urls: { get: 'https://x.example/y' }, status: 'created', error: '' },
    },
    'running',
  ],
])('of %s is at work', async (_name, body, expected) => {
  server.script(json(body));
  expect(await client().jobs.retrieve('t1')).toMatchObject({ status: expected, outputs: [], error: null });
});

it.each<[string, object]>([
  [
    'Tencent',
    {
      Response: {
        Status: 'FAIL',
        ErrorCode: 'FailedOperation.ModerationFailed',
        ErrorMessage: 'Too violent.',
        ResultVideoUrl: '',
        RequestId: 'r',
      },
    },
  ],
  [
    'Hunyuan',
    {
      Response: {
        JobStatusCode: '4',
        JobStatusMsg: '处理失败',
        JobErrorCode: 'FailedOperation',
        JobErrorMsg: 'Too violent.',
        ResultImage: [],
        RequestId: 'r',
      },
    },
  ],
  [
    'VOD',
    {
      Response: {
        Status: 'FINISH',
        AigcVideoTask: {
          TaskId: 't1',
          Status: 'FINISH',
          ErrCode: 70000,
          Message: 'Too violent.',
          Progress: 100,
          Input: {},
          Output: null,
        },
        RequestId: 'r',
      },
    },
  ],
  [
    'Kling',
    {
      code: 0,
      message: 'SUCCEED',
      request_id: 'r',
      data: { task_id: 't1', task_status: 'failed', task_status_msg: 'Too violent.' },
    },
  ],
  ['Vidu', { id: 't1', state: 'failed', err_code: 'Too violent.', creations: [] }],
  ['Luma', { id: 't1', state: 'failed', failure_reason: 'Too violent.', assets: null }],
  ['Runway', { id: 't1', status: 'FAILED', failure: 'Too violent.', failureCode: 'SAFETY.INPUT.TEXT' }],
  [
    'PiAPI',
    {
      code: 200,
      data: {
        task_id: 't1',
        status: 'failed',
        output: {},
        error: { code: 10000, raw_message: 'x', message: 'Too violent.', detail: null },
      },
      message: 'success',
    },
  ],
  [
    'Suno',
    {
      code: 200,
      msg: 'success',
      data: {
        taskId: 't1',
        response: null,
        status: 'SENSITIVE_WORD_ERROR',
        errorCode: 400,
        errorMessage: 'Too violent.',
      },
    },
  ],
  [
    'Suno2',
    {
      code: 200,
      msg: 'success',
      data: {
        taskId: 't1',
        response: null,
        status: 'GENERATE_AUDIO_FAILED',
        errorCode: 400,
        errorMessage: 'Too violent.',
      },
    },
  ],
  [
    'new-api Suno',
    {
      code: 'success',
      message: '',
      data: { task_id: 't1', status: 'FAILURE', fail_reason: 'Too violent.', progress: '100%', data: [] },
    },
  ],
  ['midj', { id: 't1', status: 'FAILURE', failReason: 'Too violent.' }],
  ['Meshy', { id: 't1', status: 'FAILED', model_urls: {}, task_error: { message: 'Too violent.' } }],
  ['Hedra', { id: 't1', status: 'error', error_message: 'Too violent.' }],
  [
    'kie',
    {
      code: 200,
      msg: 'success',
      data: { taskId: 't1', state: 'fail', resultJson: '', failCode: '500', failMsg: 'Too violent.' },
    },
  ],
  ['Horde', { done: false, faulted: true, generations: [], message: 'Too violent.' }],
  [
    'BFL',
    {
      id: 't1',
      status: 'Content Moderated',
      result: null,
      details: { 'Moderation Reasons': ['Too violent.'] },
    },
  ],
])('of %s that failed says why', async (_name, body) => {
  server.script(json(body));
  const { status, error } = await client().jobs.retrieve('t1');
  expect([status, JSON.stringify(error)]).toEqual(['failed', expect.stringContaining('Too violent.')]);
});
