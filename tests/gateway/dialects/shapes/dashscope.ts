import type { DialectShapes } from './shape';

const base = '/compatible-mode/v1';

/** The request's id belongs to the envelope, the task's to `output` (help.aliyun.com/zh/model-studio). */
export const dashscope: DialectShapes = {
  id: 'dashscope',
  base,
  routes: {
    'POST /api/v1/services/aigc/video-generation/video-synthesis': {
      body: { request_id: 'rq-1', output: { task_id: 'tsk-1', task_status: 'PENDING' } },
    },
    'GET /api/v1/tasks/tsk-1': [
      { body: { request_id: 'rq-2', output: { task_id: 'tsk-1', task_status: 'RUNNING' } } },
      {
        body: {
          request_id: 'rq-3',
          output: { task_id: 'tsk-1', task_status: 'SUCCEEDED', video_url: 'https://cdn.example/v.mp4' },
          usage: { video_duration: 4, video_count: 1 },
        },
      },
    ],
    [`POST ${base}/chat/completions`]: [
      { body: { choices: [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop' }] } },
      { body: [{ choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] }, '[DONE]'] },
    ],
  },
  chat: { text: 'Hi', cost: null },
  stream: { text: 'Hi', cost: null },
  video: {
    sent: { model: 'm', input: { prompt: 'p' }, parameters: { resolution: '720P', duration: 4 } },
    id: 'tsk-1',
    cost: null,
    file: 'https://cdn.example/v.mp4',
  },
  isOutOfCredits: {
    status: 400,
    body: {
      code: 'Arrearage',
      message: 'Access denied, please make sure your account is in good standing.',
      request_id: 'r',
    },
  },
};
