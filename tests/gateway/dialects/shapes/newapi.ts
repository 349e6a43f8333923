import type { DialectShapes } from './shape';

/** Signs of its own in each answer; a job is its task (docs.newapi.pro). */
export const newapi: DialectShapes = {
  id: 'newapi',
  base: '/v1',
  routes: {
    'GET /v1/models': {
      headers: { 'x-oneapi-request-id': 'r1' },
      body: { success: true, object: 'list', data: [{ id: 'a', object: 'model', owned_by: 'custom' }] },
    },
    'POST /v1/video/generations': { body: { task_id: 'task_1', status: 'queued' } },
    'GET /v1/video/generations/task_1': [
      {
        body: {
          code: 'success',
          message: '',
          data: { task_id: 'task_1', status: 'IN_PROGRESS', progress: '30%' },
        },
      },
      {
        body: {
          task_id: 'task_1',
          status: 'completed',
          url: 'https://cdn.example/v.mp4',
          format: 'mp4',
          metadata: { duration: 5 },
          error: null,
        },
      },
    ],
  },
  models: [{ id: 'a', ownedBy: 'custom', capabilities: null }],
  video: {
    sent: { model: 'm', prompt: 'p', duration: 4, size: '1280x720', width: 1280, height: 720 },
    id: 'task_1',
    cost: null,
    file: 'https://cdn.example/v.mp4',
  },
  isOutOfCredits: {
    status: 403,
    body: { error: { code: 'insufficient_user_quota', message: 'No quota.', type: 'new_api_error' } },
  },
};
