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

it.each<[string, object]>([
  ['Tencent', { Response: { JobId: 't1', RequestId: 'r' } }],
  ['Tencent VOD', { Response: { TaskId: 't1', RequestId: 'r' } }],
  [
    'Volcengine',
    { ResponseMetadata: { RequestId: 'r', Action: 'Submit', Version: '1' }, Result: { TaskId: 't1' } },
  ],
  [
    'Volcengine 2',
    { ResponseMetadata: { RequestId: 'r' }, Result: { data: { task_id: 't1' }, code: 10000, status: 10000 } },
  ],
  [
    'Jimeng',
    {
      code: 10000,
      data: { task_id: 't1' },
      message: 'Success',
      request_id: 'r',
      status: 10000,
      time_elapsed: '1ms',
    },
  ],
  ['Baidu', { log_id: 123, data: { primary_task_id: 5, task_id: 't1' } }],
  ['Qianfan', { id: 'as-req', task_id: 't1' }],
  ['Alibaba POP', { RequestId: 'r', Code: '200', Message: 'OK', Data: { JobId: 't1' } }],
  [
    'Kling',
    {
      code: 0,
      message: 'SUCCEED',
      request_id: 'r',
      data: {
        task_id: 't1',
        task_status: 'submitted',
        task_info: { external_task_id: 'x' },
        created_at: 1722769557708,
      },
    },
  ],
  ['Vidu', { task_id: 't1', state: 'created', model: 'm', credits: 4 }],
  [
    'Luma',
    {
      id: 't1',
      generation_type: 'video',
      state: 'queued',
      failure_reason: null,
      assets: null,
      request: { prompt: 'p' },
    },
  ],
  ['Runway', { id: 't1' }],
  ['Leonardo', { sdGenerationJob: { generationId: 't1', apiCreditCost: 8 } }],
  ['Leonardo motion', { motionVideoGenerationJob: { generationId: 't1', apiCreditCost: 8 } }],
  ['Stability', { id: 't1' }],
  ['Suno', { code: 200, msg: 'success', data: { taskId: 't1' } }],
  ['new-api Suno', { code: 'success', message: '', data: 't1' }],
  ['midjourney-proxy', { code: 1, description: '提交成功', result: 't1', properties: {} }],
  ['Meshy', { result: 't1' }],
  ['Prodia', { job: 't1', params: { prompt: 'p' }, status: 'queued' }],
  ['Eachlabs', { status: 'success', message: 'ok', predictionID: 't1' }],
  ['PixVerse', { ErrCode: 0, ErrMsg: 'success', Resp: { video_id: 't1' } }],
  ['ComfyUI', { prompt_id: 't1', number: 1, node_errors: {} }],
  ['ComfyDeploy', { run_id: 't1' }],
  [
    'RunningHub',
    {
      code: 0,
      msg: 'success',
      data: {
        netWssUrl: null,
        taskId: 't1',
        clientId: 'c',
        taskStatus: 'RUNNING',
        promptTips: '{"result": true, "error": null}',
      },
    },
  ],
  [
    'WaveSpeed',
    {
      code: 200,
      message: 'success',
      data: {
        id: 't1',
        model: 'm',
        outputs: [],
        urls: { get: 'https://api.wavespeed.ai/x' },
        status: 'created',
        has_nsfw_contents: [],
        error: '',
        timings: { inference: 0 },
      },
    },
  ],
  [
    'PiAPI',
    {
      code: 200,
      data: {
        task_id: 't1',
        status: 'pending',
        config: {},
        input: {},
        output: null,
        meta: { created_at: 'x' },
        detail: null,
        logs: [],
        error: { code: 0, raw_message: '', message: '', detail: null },
      },
      message: 'success',
    },
  ],
  ['AKOOL', { code: 1000, msg: 'OK', data: { _id: 't1', video_status: 1, uid: 5 } }],
  ['HeyGen', { error: null, data: { video_id: 't1' } }],
  [
    'Shotstack',
    { success: true, message: 'Created', response: { message: 'Render Successfully Queued', id: 't1' } },
  ],
  ['Magic Hour', { id: 't1', credits_charged: 450 }],
  ['Hedra', { id: 't1', asset_id: 'a', type: 'video', status: 'queued', created_at: 'x' }],
  ['Horde', { id: 't1', kudos: 5 }],
  ['Freepik', { data: { task_id: 't1', status: 'CREATED', generated: [] } }],
  ['Pruna', { id: 't1', model: 'p', input: {}, get_url: 'https://api.pruna.ai/v1/predictions/status/t1' }],
  ['XML-like caps', { TASK_ID: 't1', STATUS: 'RUNNING' }],
  ['Luma caps', { Id: 't1', State: 'Queued' }],
  ['Huawei', { result: { task: { Task_Id: 't1' } }, request_id: 'r' }],
])('of %s is followed by its own id, not by that of its envelope', async (_name, body) => {
  server.script(json(body));
  const job = await client().videos.generations.create({ model: 'm', prompt: 'p' });
  expect(job).toMatchObject({ id: 't1', outputs: [], error: null });
});
