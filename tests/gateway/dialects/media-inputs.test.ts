/** Where the inputs of media go, in the words of each gateway. */
import { describe, expect, test } from 'vitest';
import { wordingOf } from '../../../electron/gateway/dialects/for-core';
import { type GatewayId, gatewayIds } from '../../../shared/gateways/gateways';
import type { InputRole } from '../../../shared/run/input-roles';

const written = (
  gateway: GatewayId,
  operation: 'images' | 'videos',
  roles: readonly InputRole[],
  model = 'm',
) => {
  const wording = wordingOf({ baseUrl: 'https://gateway.example/v1', gateway });
  const body = wording.toBody(operation, { model, prompt: 'p' });
  const marks = roles.map((role, index) => ({ role, marker: `${role}-${index}` }));
  return wording.withInputs(operation, body, marks);
};

const asXai = (url: string) => ({ url, type: 'image_url' });
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
    ['dashscope', 'images', ['image', 'reference'], { input: { images: ['image-0', 'reference-1'] } }],
    [
      'dashscope',
      'videos',
      ['firstFrame', 'sound'],
      { input: { img_url: 'firstFrame-0', audio_url: 'sound-1' } },
    ],
    [
      'together',
      'videos',
      ['reference', 'video', 'sound'],
      {
        media: {
          reference_images: ['reference-0'],
          source_video: { video: 'video-1' },
          audio_inputs: [{ audio: 'sound-2' }],
        },
      },
    ],
    ['xai', 'images', ['image'], { image: { url: 'image-0', type: 'image_url' } }],
    [
      'xai',
      'videos',
      ['reference', 'reference'],
      { reference_images: [{ url: 'reference-0' }, { url: 'reference-1' }] },
    ],
    [
      'minimax',
      'videos',
      ['reference'],
      { subject_reference: [{ type: 'character', image: ['reference-0'] }] },
    ],
    [
      'siliconflow',
      'images',
      ['image', 'reference', 'reference'],
      { image: 'image-0', image2: 'reference-1', image3: 'reference-2' },
    ],
    ['newapi', 'videos', ['reference'], { images: ['reference-0'] }],
    [
      'replicate',
      'videos',
      ['firstFrame', 'lastFrame'],
      { input: { image: 'firstFrame-0', last_frame: 'lastFrame-1' } },
    ],
    [
      'ark',
      'videos',
      ['video', 'sound'],
      {
        content: [
          { type: 'text', text: 'p' },
          { type: 'video_url', video_url: { url: 'video-0' }, role: 'reference_video' },
          { type: 'audio_url', audio_url: { url: 'sound-1' }, role: 'reference_audio' },
        ],
      },
    ],
    ['xai', 'images', ['image', 'reference'], { images: [asXai('image-0'), asXai('reference-1')] }],
    [
      'openrouter',
      'videos',
      ['reference', 'video', 'sound'],
      {
        input_references: [
          url('reference-0'),
          { type: 'video_url', video_url: { url: 'video-1' } },
          { type: 'audio_url', audio_url: { url: 'sound-2' } },
        ],
      },
    ],
    ['pollinations', 'videos', ['firstFrame', 'lastFrame'], { image: ['firstFrame-0', 'lastFrame-1'] }],
    ['fal', 'videos', ['reference'], { image_urls: ['reference-0'] }],
    ['localai', 'videos', ['firstFrame'], { start_image: 'firstFrame-0' }],
    ['plain', 'videos', ['lastFrame'], { last_frame_image: 'lastFrame-0' }],
  ])('of %s %s %j', (gateway, operation, roles, expected) => {
    const { body, form } = written(gateway, operation, roles);
    expect(form).toBeUndefined();
    expect(body).toMatchObject(expected);
  });

  test.each<[GatewayId, 'images' | 'videos', string, readonly InputRole[], object]>([
    [
      'replicate',
      'images',
      'google/nano-banana',
      ['image', 'reference'],
      { image_input: ['image-0', 'reference-1'] },
    ],
    ['replicate', 'images', 'black-forest-labs/flux-kontext-pro', ['image'], { input_image: 'image-0' }],
    ['replicate', 'images', 'black-forest-labs/flux-2-pro', ['image'], { input_images: ['image-0'] }],
    ['replicate', 'images', 'prunaai/flux-2-fast', ['image'], { image: 'image-0' }],
    ['replicate', 'images', 'openai/gpt-image-1.5', ['image'], { input_images: ['image-0'] }],
    ['replicate', 'images', 'runwayml/gen4-image', ['reference'], { reference_images: ['reference-0'] }],
    [
      'replicate',
      'videos',
      'bytedance/seedance-2.0',
      ['reference', 'video', 'sound'],
      {
        reference_images: ['reference-0'],
        reference_videos: ['video-1'],
        reference_audios: ['sound-2'],
      },
    ],
    [
      'replicate',
      'videos',
      'vidu/q3-pro',
      ['firstFrame', 'lastFrame'],
      { start_image: 'firstFrame-0', end_image: 'lastFrame-1' },
    ],
    [
      'replicate',
      'videos',
      'black-forest-labs/flux-3',
      ['firstFrame', 'lastFrame'],
      { images: ['firstFrame-0', 'lastFrame-1'] },
    ],
    ['replicate', 'videos', 'lightricks/ltx-2.5-fast', ['lastFrame'], { last_frame_image: 'lastFrame-0' }],
    ['replicate', 'videos', 'alibaba/happyhorse-1.1', ['reference'], { images: ['reference-0'] }],
    ['replicate', 'videos', 'openai/sora-2', ['firstFrame'], { input_reference: 'firstFrame-0' }],
    [
      'replicate',
      'videos',
      'kwaivgi/kling-v2.5-turbo-pro',
      ['firstFrame', 'lastFrame'],
      { start_image: 'firstFrame-0', end_image: 'lastFrame-1' },
    ],
    [
      'replicate',
      'videos',
      'minimax/hailuo-02',
      ['firstFrame', 'lastFrame'],
      { first_frame_image: 'firstFrame-0', last_frame_image: 'lastFrame-1' },
    ],
    [
      'replicate',
      'videos',
      'bytedance/seedance-1-pro',
      ['firstFrame', 'lastFrame'],
      { image: 'firstFrame-0', last_frame_image: 'lastFrame-1' },
    ],
    [
      'dashscope',
      'images',
      'wanx2.1-imageedit',
      ['image'],
      { function: 'description_edit', base_image_url: 'image-0' },
    ],
    [
      'dashscope',
      'images',
      'wanx2.1-imageedit',
      ['image', 'mask'],
      { function: 'description_edit_with_mask', base_image_url: 'image-0', mask_image_url: 'mask-1' },
    ],
    [
      'dashscope',
      'images',
      'qwen-image-edit-plus',
      ['image', 'reference'],
      {
        messages: [
          { role: 'user', content: [{ image: 'image-0' }, { image: 'reference-1' }, { text: 'p' }] },
        ],
      },
    ],
    [
      'dashscope',
      'videos',
      'wan2.2-kf2v-flash',
      ['firstFrame', 'lastFrame'],
      { first_frame_url: 'firstFrame-0', last_frame_url: 'lastFrame-1' },
    ],
    ['dashscope', 'videos', 'wan2.6-r2v', ['reference'], { reference_urls: ['reference-0'] }],
  ])('of %s %s, model %s, %j', (gateway, operation, model, roles, expected) => {
    const { body } = written(gateway, operation, roles, model);
    expect(body.input).toMatchObject(expected);
    expect(Object.keys(body.input as object).filter((name) => !Object.hasOwn(expected, name))).toEqual(
      Object.hasOwn(expected, 'messages') ? [] : ['prompt'],
    );
  });

  test.each([
    'fal-ai/nano-banana/edit',
    'fal-ai/gemini-25-flash-image/edit',
    'fal-ai/flux-pro/kontext/max/multi',
    'fal-ai/wan-25-preview/image-to-image',
  ])('of fal’s models that take a list: %s', (model) => {
    const { body } = written('fal', 'images', ['image'], model);
    expect(body).toMatchObject({ image_urls: ['image-0'] });
    expect(body).not.toHaveProperty('image_url');
  });

  test.each([
    [
      'fal-ai/kling-video/v4/image-to-video',
      { start_image_url: 'firstFrame-0', end_image_url: 'lastFrame-1' },
    ],
    [
      'fal-ai/kling-video/v2.1/pro/image-to-video',
      { image_url: 'firstFrame-0', tail_image_url: 'lastFrame-1' },
    ],
    ['fal-ai/kling-video/o3/4k/image-to-video', { image_url: 'firstFrame-0', end_image_url: 'lastFrame-1' }],
    [
      'fal-ai/kling-video/o1/image-to-video',
      { start_image_url: 'firstFrame-0', end_image_url: 'lastFrame-1' },
    ],
    [
      'fal-ai/veo3.1/fast/first-last-frame-to-video',
      { first_frame_url: 'firstFrame-0', last_frame_url: 'lastFrame-1' },
    ],
    ['fal-ai/vidu/q1/start-end-to-video', { start_image_url: 'firstFrame-0', end_image_url: 'lastFrame-1' }],
    ['fal-ai/wan-flf2v', { start_image_url: 'firstFrame-0', end_image_url: 'lastFrame-1' }],
    ['fal-ai/wan-25-preview/image-to-video', { image_url: 'firstFrame-0', end_image_url: 'lastFrame-1' }],
  ])('of fal’s videos by their version: %s', (model, expected) => {
    expect(written('fal', 'videos', ['firstFrame', 'lastFrame'], model).body).toMatchObject(expected);
  });

  test.each([
    ['fal-ai/vidu/q2/reference-to-video', ['reference'], { reference_image_urls: ['reference-0'] }],
    [
      'bytedance/seedance-2.0/reference-to-video',
      ['reference', 'video', 'sound'],
      { image_urls: ['reference-0'], video_urls: ['video-1'], audio_urls: ['sound-2'] },
    ],
  ] as const)('of fal’s references: %s', (model, roles, expected) => {
    expect(written('fal', 'videos', roles, model).body).toMatchObject(expected);
  });

  test('that no field of this model is known for are left out of the code, and refused by the client', async () => {
    const { body } = written('replicate', 'videos', ['reference'], 'kwaivgi/kling-v2.5-turbo-pro');
    expect(JSON.stringify(body)).not.toContain('reference-0');
  });

  test('go where the gateway takes them', () => {
    const wording = wordingOf({
      baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
      gateway: 'dashscope',
    });
    const addressFor = (model: string) =>
      wording.addressesOf('images', written('dashscope', 'images', ['image'], model)).url;
    const root = 'https://dashscope.aliyuncs.com/api/v1/services/aigc';
    expect(addressFor('wan2.5-i2i-preview')).toBe(`${root}/image2image/image-synthesis`);
    expect(addressFor('wanx2.1-imageedit')).toBe(`${root}/image2image/image-synthesis`);
    expect(addressFor('qwen-image-edit-plus')).toBe(`${root}/multimodal-generation/generation`);
    expect(addressFor('wan2.6-image')).toBe(`${root}/image-generation/generation`);
  });

  test('are shown as they are sent, also where a request has none', () => {
    const shown = (gateway: GatewayId, model: string) => {
      const wording = wordingOf({ baseUrl: 'https://gateway.example/v1', gateway });
      return wording.addressesOf('images', written(gateway, 'images', [], model)).url;
    };
    const root = 'https://gateway.example';
    const kontext = 'accounts/fireworks/models/flux-kontext-pro';
    expect(shown('fireworks', kontext)).toBe(`${root}/v1/workflows/{model}`);
    expect(shown('dashscope', 'z-image-turbo')).toContain('/multimodal-generation/generation');
    expect(written('localai', 'videos', ['firstFrame']).isBare).toBe(true);
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
          // MiniMax takes subjects alone, Fireworks an image for one family of models.
          !(['minimax', 'fireworks'].includes(gateway) && operation === 'images'),
        ]);
      }
  });
});
