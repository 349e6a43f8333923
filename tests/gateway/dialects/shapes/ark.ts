import type { DialectShapes } from './shape';

const base = '/api/v3';

/** A task whose content describes the video (volcengine.com/docs/82379/1521309). */
export const ark: DialectShapes = {
  id: 'ark',
  base,
  routes: {
    [`POST ${base}/contents/generations/tasks`]: { body: { id: 'cgt-1' } },
    [`GET ${base}/contents/generations/tasks/cgt-1`]: [
      { body: { id: 'cgt-1', model: 'm', status: 'running' } },
      {
        body: {
          id: 'cgt-1',
          model: 'm',
          status: 'succeeded',
          content: { video_url: 'https://cdn.example/v.mp4', last_frame_url: 'https://cdn.example/l.png' },
          usage: { completion_tokens: 108_900, total_tokens: 108_900 },
        },
      },
    ],
    [`POST ${base}/images/generations`]: {
      body: { model: 'm', created: 1, data: [{ url: 'https://cdn.example/a.jpg', size: '1024x1024' }] },
    },
  },
  image: { sent: { model: 'm', prompt: 'p', size: '1024x1024' }, cost: null },
  video: {
    sent: { model: 'm', content: [{ type: 'text', text: 'p' }], duration: 4, resolution: '720p' },
    id: 'cgt-1',
    cost: null,
    file: 'https://cdn.example/v.mp4',
  },
};
