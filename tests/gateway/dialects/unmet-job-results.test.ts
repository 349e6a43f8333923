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
const film = 'https://cdn.example/v.mp4';
const url = 'https://cdn.example/a.png';
const song = 'https://cdn.example/s.mp3';

it.each<[string, object, string]>([
  [
    'Tencent',
    { Response: { Status: 'DONE', ErrorCode: '', ErrorMessage: '', ResultVideoUrl: film, RequestId: 'r' } },
    film,
  ],
  [
    'Hunyuan image',
    {
      Response: {
        JobStatusCode: '5',
        JobStatusMsg: '处理完成',
        JobErrorCode: '',
        JobErrorMsg: '',
        ResultImage: [url],
        ResultDetails: ['Success'],
        RequestId: 'r',
      },
    },
    url,
  ],
  [
    'Tencent VOD',
    {
      Response: {
        TaskType: 'AigcVideoTask',
        Status: 'FINISH',
        CreateTime: 'x',
        AigcVideoTask: {
          TaskId: 't1',
          Status: 'FINISH',
          ErrCode: 0,
          Message: '',
          Progress: 100,
          Input: { Prompt: 'p', FileInfos: [{ Url: 'https://in.example/i.png' }] },
          Output: { FileInfos: [{ StorageMode: 'Temporary', FileUrl: film }] },
        },
        RequestId: 'r',
      },
    },
    film,
  ],
  [
    'Volcengine',
    { ResponseMetadata: { RequestId: 'r' }, Result: { TaskId: 't1', Status: 'Success', VideoUrl: film } },
    film,
  ],
  [
    'Jimeng',
    {
      code: 10000,
      data: {
        binary_data_base64: null,
        image_urls: null,
        resp_data: '',
        status: 'done',
        video_url: film,
        aigc_meta_tagged: false,
      },
      message: 'Success',
      request_id: 'r',
      status: 10000,
    },
    film,
  ],
  [
    'Baidu',
    {
      data: {
        task_id: 't1',
        task_status: 'SUCCESS',
        task_progress: 1,
        sub_task_result_list: [
          {
            sub_task_status: 'SUCCESS',
            sub_task_progress: 1,
            sub_task_error_code: 0,
            final_image_list: [{ img_url: url, img_approve_conclusion: 'pass', height: 1, width: 1 }],
          },
        ],
      },
      log_id: 1,
    },
    url,
  ],
  [
    'Qianfan',
    { id: 'as-req', task_id: 't1', model: 'm', status: 'succeeded', content: { video_url: film }, usage: {} },
    film,
  ],
  [
    'Alibaba POP',
    {
      RequestId: 'r',
      Code: '200',
      Data: { JobId: 't1', Status: 'Finished', Result: JSON.stringify({ VideoUrl: film }) },
    },
    film,
  ],
  [
    'Kling',
    {
      code: 0,
      message: 'SUCCEED',
      request_id: 'r',
      data: {
        task_id: 't1',
        task_status: 'succeed',
        task_status_msg: '',
        task_info: { external_task_id: '' },
        task_result: {
          videos: [{ id: 'v', url: film, watermark_url: 'https://cdn.example/w.mp4', duration: '5' }],
        },
      },
    },
    film,
  ],
  [
    'Vidu',
    {
      id: 't1',
      state: 'success',
      err_code: '',
      credits: 4,
      creations: [{ id: 'c', url: film, cover_url: url, watermarked_url: 'https://cdn.example/w.mp4' }],
    },
    film,
  ],
  [
    'Luma',
    {
      id: 't1',
      state: 'completed',
      failure_reason: null,
      assets: { video: film, image: url, progress_video: 'https://cdn.example/p.mp4' },
      request: { prompt: 'p' },
    },
    film,
  ],
  ['Runway', { id: 't1', status: 'SUCCEEDED', output: [film] }, film],
  [
    'Leonardo',
    {
      generations_by_pk: {
        generated_images: [
          { url, nsfw: false, id: 'i', likeCount: 0, generated_image_variation_generics: [] },
        ],
        modelId: 'm',
        prompt: 'p',
        initStrength: null,
        status: 'COMPLETE',
        id: 't1',
        createdAt: 'x',
      },
    },
    url,
  ],
  [
    'Leonardo motion',
    {
      generations_by_pk: {
        generated_images: [{ url, motionMP4URL: film, id: 'i' }],
        status: 'COMPLETE',
        id: 't1',
      },
    },
    film,
  ],
  [
    'Stability b64',
    {
      video: Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'.padEnd(424, 'x'), 'latin1').toString('base64'),
      finish_reason: 'SUCCESS',
      seed: 1,
    },
    'video/mp4',
  ],
  [
    'BFL',
    {
      id: 't1',
      status: 'Ready',
      result: { sample: url, prompt: 'p', seed: 1, start_time: 1, end_time: 2 },
      progress: null,
      details: null,
      preview: null,
    },
    url,
  ],
  [
    'Hedra',
    {
      id: 't1',
      asset_id: 'a',
      type: 'video',
      status: 'complete',
      progress: 1,
      error_message: null,
      url: film,
      download_url: film,
      streaming_url: 'https://cdn.example/s.m3u8',
    },
    film,
  ],
  [
    'Suno',
    {
      code: 200,
      msg: 'success',
      data: {
        taskId: 't1',
        parentMusicId: '',
        param: '{"prompt":"p","callBackUrl":"https://a.example/cb.mp3"}',
        response: {
          taskId: 't1',
          sunoData: [
            {
              id: 'a',
              audioUrl: song,
              sourceAudioUrl: 'https://o.example/a.mp3',
              streamAudioUrl: 'https://cdn.example/st',
              sourceStreamAudioUrl: 'https://o.example/st',
              imageUrl: url,
              sourceImageUrl: url,
              prompt: 'p',
              title: 't',
              duration: 1,
            },
          ],
        },
        status: 'SUCCESS',
        type: 'GENERATE',
        errorCode: null,
        errorMessage: null,
      },
    },
    song,
  ],
  [
    'new-api Suno',
    {
      code: 'success',
      message: '',
      data: {
        task_id: 't1',
        notify_hook: '',
        action: 'MUSIC',
        status: 'SUCCESS',
        fail_reason: '',
        submit_time: 1,
        progress: '100%',
        data: [
          {
            id: 'c',
            audio_url: song,
            image_url: url,
            image_large_url: url,
            video_url: '',
            status: 'complete',
            metadata: {},
          },
        ],
      },
    },
    song,
  ],
  [
    'midjourney-proxy',
    {
      id: 't1',
      action: 'IMAGINE',
      status: 'SUCCESS',
      imageUrl: url,
      progress: '100%',
      failReason: '',
      submitTime: 1,
      buttons: [{ customId: 'x' }],
    },
    url,
  ],
  ['Prodia', { job: 't1', status: 'succeeded', imageUrl: url, params: {} }, url],
  [
    'Eachlabs',
    {
      id: 't1',
      input: { image: 'https://in.example/i.png' },
      status: 'success',
      output: film,
      logs: null,
      metrics: { predict_time: 1 },
    },
    film,
  ],
  [
    'PixVerse',
    {
      ErrCode: 0,
      ErrMsg: 'Success',
      Resp: { create_time: 'x', id: 't1', prompt: 'p', status: 1, url: film, outputWidth: 1 },
    },
    film,
  ],
  [
    'RunningHub',
    { code: 0, msg: 'success', data: [{ fileUrl: film, fileType: 'mp4', taskCostTime: '0', nodeId: '9' }] },
    film,
  ],
  [
    'WaveSpeed',
    {
      code: 200,
      message: 'success',
      data: {
        id: 't1',
        outputs: [film],
        urls: { get: 'https://api.wavespeed.ai/x' },
        status: 'completed',
        error: '',
      },
    },
    film,
  ],
  [
    'PiAPI',
    {
      code: 200,
      data: {
        task_id: 't1',
        status: 'completed',
        input: { image_url: 'https://in.example/i.png' },
        output: { video_url: film, image_urls: null },
        meta: {},
        error: { code: 0, raw_message: '', message: '', detail: null },
      },
      message: 'success',
    },
    film,
  ],
  ['AKOOL', { code: 1000, msg: 'OK', data: { _id: 't1', video_status: 3, video: film } }, film],
  [
    'HeyGen',
    {
      code: 100,
      data: {
        id: 't1',
        status: 'completed',
        video_url: film,
        thumbnail_url: url,
        gif_url: 'https://cdn.example/g.gif',
        error: null,
        caption_url: null,
      },
      message: 'Success',
    },
    film,
  ],
  [
    'Shotstack',
    {
      success: true,
      message: 'OK',
      response: {
        id: 't1',
        owner: 'o',
        status: 'done',
        url: film,
        thumbnail: null,
        poster: null,
        data: { timeline: { tracks: [{ clips: [{ asset: { src: 'https://in.example/i.mp4' } }] }] } },
      },
    },
    film,
  ],
  [
    'Magic Hour',
    { id: 't1', status: 'complete', downloads: [{ url: film, expires_at: 'x' }], error: null },
    film,
  ],
  [
    'Horde',
    {
      finished: 1,
      processing: 0,
      waiting: 0,
      done: true,
      faulted: false,
      generations: [{ img: url, seed: '1', id: 'g', censored: false, state: 'ok' }],
    },
    url,
  ],
  ['Freepik', { data: { task_id: 't1', status: 'COMPLETED', generated: [film] } }, film],
  [
    'Krea',
    { job_id: 't1', status: 'completed', created_at: 'x', completed_at: 'x', result: { urls: [url] } },
    url,
  ],
  [
    'Mureka',
    {
      id: 't1',
      status: 'succeeded',
      trace_id: 'x',
      choices: [{ index: 0, id: 's', url: song, flac_url: 'https://cdn.example/s.flac', duration: 1 }],
    },
    song,
  ],
  [
    'kie',
    {
      code: 200,
      msg: 'success',
      data: {
        taskId: 't1',
        model: 'm',
        state: 'success',
        param: '{"model":"m","input":{"image":"https://in.example/i.png"}}',
        resultJson: JSON.stringify({ resultUrls: [film] }),
        failCode: null,
        failMsg: null,
      },
    },
    film,
  ],
  [
    'kie veo',
    {
      code: 200,
      msg: 'success',
      data: {
        taskId: 't1',
        paramJson: '{"imageUrls":["https://in.example/i.png"]}',
        successFlag: 1,
        response: { taskId: 't1', resultUrls: [film], originUrls: [film] },
        errorCode: null,
      },
    },
    film,
  ],
  [
    'Tavus',
    {
      video_id: 't1',
      status: 'ready',
      hosted_url: 'https://tavus.video/x',
      download_url: film,
      stream_url: 'https://s.example/x.m3u8',
    },
    film,
  ],
  [
    'Google',
    { name: 't1', done: true, response: { '@type': 'x', generatedSamples: [{ video: { uri: film } }] } },
    film,
  ],
  ['Pruna', { status: 'succeeded', generation_url: film, message: 'done' }, film],
  ['Huawei', { Result: { Task_Id: 't1', Task_Status: 'Succeeded', Video_Url: film } }, film],
])('of %s that is done holds its result in a known place', async (_name, body, expected) => {
  server.script(json(body));
  const { status, outputs, error, isFound = false } = await client().jobs.retrieve('t1');
  const found = outputs.map((one) => (one.kind === 'url' ? one.url : one.contentType));
  expect({ status, found, error, isFound }).toEqual({
    ...{ status: 'completed', found: [expected] },
    ...{ error: null, isFound: false },
  });
});
