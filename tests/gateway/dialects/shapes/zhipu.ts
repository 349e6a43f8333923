import type { DialectShapes } from './shape';

const base = '/api/paas/v4';
const id = '8868902201637896192';

/** A video is a task of another path (docs.bigmodel.cn). */
export const zhipu: DialectShapes = {
  id: 'zhipu',
  base,
  routes: {
    [`POST ${base}/videos/generations`]: {
      body: { id, model: 'cogvideox', request_id: 'r1', task_status: 'PROCESSING' },
    },
    [`GET ${base}/async-result/${id}`]: [
      { body: { model: 'cogvideox', request_id: 'r2', task_status: 'PROCESSING' } },
      {
        body: {
          model: 'cogvideox',
          request_id: 'r3',
          task_status: 'SUCCESS',
          video_result: [{ url: 'https://cdn.example/v.mp4', cover_image_url: 'https://cdn.example/c.png' }],
        },
      },
    ],
    [`POST ${base}/images/generations`]: {
      body: {
        created: 1,
        data: [{ url: 'https://cdn.example/a.png' }],
        content_filter: [{ role: 'user', level: 3 }],
      },
    },
  },
  image: { sent: { model: 'm', prompt: 'p', size: '1024x1024' }, cost: null },
  video: {
    sent: { model: 'm', prompt: 'p', duration: 4, size: '1280x720' },
    id,
    cost: null,
    file: 'https://cdn.example/v.mp4',
  },
  isOutOfCredits: { status: 429, body: { error: { code: '1113', message: 'Your account is in arrears.' } } },
};
