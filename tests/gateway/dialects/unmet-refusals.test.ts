/** Refusals of media services that the app has no dialect for, in the shapes of their documentation. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connect, failureOf } from '../../support/gateway-client';
import { type HostileServer, json, startHostileServer } from '../../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const client = () => connect(server, { maxAttempts: 1 }).client;
const start = () => client().videos.generations.create({ model: 'm', prompt: 'p' });
/** The code is not looked at. */
const x = null;

it.each<[string, object, number, string | null]>([
  [
    'Tencent',
    {
      Response: { Error: { Code: 'AuthFailure.SecretIdNotFound', Message: 'Too violent.' }, RequestId: 'r' },
    },
    200,
    'AuthFailure.SecretIdNotFound',
  ],
  [
    'Volcengine',
    {
      ResponseMetadata: {
        RequestId: 'r',
        Action: 'X',
        Error: { CodeN: 100010, Code: 'SignatureDoesNotMatch', Message: 'Too violent.' },
      },
    },
    403,
    'SignatureDoesNotMatch',
  ],
  [
    'Volcengine 200',
    {
      ResponseMetadata: {
        RequestId: 'r',
        Action: 'X',
        Error: { CodeN: 100010, Code: 'SignatureDoesNotMatch', Message: 'Too violent.' },
      },
      Result: null,
    },
    200,
    'SignatureDoesNotMatch',
  ],
  [
    'Jimeng',
    { code: 50411, data: null, message: 'Too violent.', request_id: 'r', status: 50411 },
    200,
    '50411',
  ],
  ['Baidu', { error_code: 17, error_msg: 'Too violent.' }, 200, '17'],
  ['Baidu log', { log_id: 5, error_code: 17, error_msg: 'Too violent.' }, 200, '17'],
  [
    'Alibaba',
    {
      RequestId: 'r',
      HostId: 'h',
      Code: 'Forbidden.Access',
      Message: 'Too violent.',
      Recommend: 'https://a.example',
    },
    403,
    'Forbidden.Access',
  ],
  ['PixVerse', { ErrCode: 500044, ErrMsg: 'Too violent.' }, 200, '500044'],
  ['PixVerse2', { ErrCode: 500044, ErrMsg: 'Too violent.', Resp: null }, 200, '500044'],
  ['kie', { code: 422, msg: 'Too violent.', data: null }, 200, x],
  ['MJ', { code: 24, description: 'Too violent.', properties: { bannedWord: 'x' } }, 200, '24'],
  ['new-api', { code: 'fail_to_fetch_task', message: 'Too violent.', data: null }, 500, 'fail_to_fetch_task'],
  ['RunningHub', { code: 805, msg: 'Too violent.', data: null }, 200, '805'],
  ['Leonardo', { error: 'Too violent.', path: '$', code: 'bad-request' }, 400, 'bad-request'],
  ['Runway', { error: 'Too violent.', issues: [{ code: 'x' }], docUrl: 'https://d.example' }, 400, x],
  ['Stability', { id: 'x', name: 'bad_request', errors: ['Too violent.'] }, 400, x],
  ['Kling', { code: 1201, message: 'Too violent.', request_id: 'r' }, 400, '1201'],
  ['MiniMax', { task_id: '', base_resp: { status_code: 1026, status_msg: 'Too violent.' } }, 200, '1026'],
  ['Luma', { detail: 'Too violent.' }, 400, x],
  ['Hedra', { messages: ['Too violent.'] }, 400, x],
  ['Vidu', { reason: 'CreditInsufficient', message: 'Too violent.', code: 429 }, 400, x],
  ['AKOOL', { code: 1101, msg: 'Too violent.' }, 200, '1101'],
  ['Ideogram', { error: 'Too violent.' }, 422, x],
  ['Problem', { type: 'about:blank', title: 'Bad', detail: 'Too violent.', status: 400 }, 400, x],
  ['Huawei', { error_code: 'ModelArts.0203', error_msg: 'Too violent.' }, 400, 'ModelArts.0203'],
])('a refusal of %s says why', async (_name, body, status, code) => {
  server.script(json(body, status));
  const failure = await failureOf(start());
  expect(failure).toMatchObject({ message: expect.stringContaining('Too violent.') });
  if (code !== null) expect(failure.errorCode).toBe(code);
});

it.each<[string, object, string]>([
  [
    'Freepik',
    {
      message: 'Validation error',
      invalid_params: [
        { field: 'body.page', reason: 'must be greater than 0' },
        { field: 'prompt', reason: 'prompt is too long' },
      ],
    },
    'Validation error: body.page: must be greater than 0; prompt is too long',
  ],
  [
    'Problem Details',
    {
      type: 'https://example.com/validation',
      title: 'Your request is not valid.',
      'invalid-params': [{ name: 'size', reason: 'must be one of the list' }],
    },
    'Your request is not valid: size: must be one of the list',
  ],
  [
    'API Platform',
    { title: 'An error occurred', violations: [{ propertyPath: 'n', message: 'This value is too large.' }] },
    'An error occurred: n: This value is too large.',
  ],
  ['an empty list', { message: 'Too violent.', invalid_params: [] }, 'Too violent.'],
])('a refusal of %s says what is wrong with each field', async (_name, body, message) => {
  server.script(json(body, 400));
  expect((await failureOf(start())).message).toBe(message);
});
