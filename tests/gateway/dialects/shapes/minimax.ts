import type { DialectShapes } from './shape';

const ok = { base_resp: { status_code: 0, status_msg: 'success' } };

/** The file of a video has an id, and another call its address (platform.minimax.io/docs). */
export const minimax: DialectShapes = {
  id: 'minimax',
  base: '/v1',
  routes: {
    'POST /v1/video_generation': { body: { task_id: 't1', ...ok } },
    'GET /v1/query/video_generation?task_id=t1': [
      { body: { task_id: 't1', status: 'Preparing', ...ok } },
      { body: { task_id: 't1', status: 'Success', file_id: '205258526306433', video_width: 1_280, ...ok } },
    ],
    'GET /v1/files/retrieve?file_id=205258526306433': {
      body: {
        file: { file_id: 205_258_526, filename: 'v.mp4', download_url: 'https://cdn.example/v.mp4' },
        ...ok,
      },
    },
    'POST /v1/image_generation': {
      body: {
        id: 'i1',
        data: { image_urls: ['https://cdn.example/a.png'] },
        metadata: { failed_count: '0' },
        ...ok,
      },
    },
  },
  image: { sent: { model: 'm', prompt: 'p', aspect_ratio: '1:1', response_format: 'url' }, cost: null },
  video: {
    sent: { model: 'm', prompt: 'p', duration: 4, resolution: '720P' },
    id: 't1',
    cost: null,
    file: 'https://cdn.example/v.mp4',
  },
  isOutOfCredits: { body: { base_resp: { status_code: 1_008, status_msg: 'insufficient balance' } } },
};
