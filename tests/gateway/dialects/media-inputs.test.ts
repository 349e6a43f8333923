/** Where the inputs of media go, in the words of each gateway. */
import { describe, expect, test } from 'vitest';
import { wordingOf } from '../../../electron/gateway/dialects/for-core';
import { type GatewayId, gatewayIds } from '../../../shared/gateways/gateways';
import type { InputRole } from '../../../shared/run/input-roles';

const written = (gateway: GatewayId, operation: 'images' | 'videos', roles: readonly InputRole[]) => {
  const wording = wordingOf({ baseUrl: 'https://gateway.example/v1', gateway });
  const body = wording.toBody(operation, { model: 'm', prompt: 'p' });
  const marks = roles.map((role, index) => ({ role, marker: `${role}-${index}` }));
  return wording.withInputs(operation, body, marks);
};

const url = (marker: string) => ({ type: 'image_url', image_url: { url: marker } });

describe('inputs', () => {
  test.each<[GatewayId, 'images' | 'videos', readonly InputRole[], object]>([
    [
      'openrouter',
      'images',
      ['image', 'reference'],
      { input_references: [url('image-0'), url('reference-1')] },
    ],
    [
      'openrouter',
      'videos',
      ['firstFrame', 'lastFrame'],
      {
        frame_images: [
          { ...url('firstFrame-0'), frame_type: 'first_frame' },
          { ...url('lastFrame-1'), frame_type: 'last_frame' },
        ],
      },
    ],
    [
      'vercel',
      'images',
      ['image'],
      { messages: [{ role: 'user', content: [{ type: 'text', text: 'p' }, url('image-0')] }] },
    ],
    ['together', 'images', ['image'], { image_url: 'image-0' }],
    [
      'together',
      'videos',
      ['firstFrame'],
      { media: { frame_images: [{ input_image: 'firstFrame-0', frame: 'first' }] } },
    ],
    [
      'minimax',
      'videos',
      ['firstFrame', 'lastFrame'],
      { first_frame_image: 'firstFrame-0', last_frame_image: 'lastFrame-1' },
    ],
    [
      'fal',
      'images',
      ['image', 'mask', 'reference', 'reference'],
      { image_url: 'image-0', mask_url: 'mask-1', image_urls: ['reference-2', 'reference-3'] },
    ],
    ['replicate', 'images', ['image'], { input: { prompt: 'p', image: 'image-0' } }],
    [
      'ark',
      'videos',
      ['firstFrame'],
      {
        content: [
          { type: 'text', text: 'p' },
          { ...url('firstFrame-0'), role: 'first_frame' },
        ],
      },
    ],
    ['ark', 'images', ['image', 'reference'], { image: ['image-0', 'reference-1'] }],
    ['dashscope', 'images', ['image'], { input: { prompt: 'p', base_image_url: 'image-0' } }],
    ['localai', 'videos', ['firstFrame'], { start_image: 'firstFrame-0' }],
    ['plain', 'videos', ['lastFrame'], { last_frame_image: 'lastFrame-0' }],
  ])('of %s %s %j', (gateway, operation, roles, expected) => {
    const { body, form } = written(gateway, operation, roles);
    expect(form).toBeUndefined();
    expect(body).toMatchObject(expected);
  });

  test('are files of a form where OpenAI has one', () => {
    expect(written('openai', 'images', ['image', 'reference', 'mask'])).toMatchObject({
      isEdit: true,
      form: [
        { field: 'image[]', marker: 'image-0' },
        { field: 'image[]', marker: 'reference-1' },
        { field: 'mask', marker: 'mask-2' },
      ],
    });
    expect(written('litellm', 'videos', ['firstFrame']).form).toEqual([
      { field: 'input_reference', marker: 'firstFrame-0' },
    ]);
  });

  test('reach every gateway that has them: no role is lost on the way', () => {
    for (const gateway of gatewayIds)
      for (const [operation, role] of [
        ['images', 'image'],
        ['videos', 'firstFrame'],
      ] as const) {
        const { body, form = [] } = written(gateway, operation, [role]);
        const isTaken = JSON.stringify([body, form]).includes(`${role}-0`);
        expect([gateway, operation, isTaken]).toEqual([
          gateway,
          operation,
          !(gateway === 'minimax' && operation === 'images'),
        ]);
      }
  });
});
