/** What other programs write into images, built byte by byte as they do. */
import { crc32, deflateSync } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import { readClaims } from '../../../../../electron/storage/media/formats/claims/read-claims';

const png = createCanvas(8, 8).toBuffer('image/png');
const jpeg = createCanvas(8, 8).toBuffer('image/jpeg');
const webp = createCanvas(8, 8).toBuffer('image/webp');

/** Right behind the header of a PNG. */
function withChunks(...chunks: readonly [type: string, data: Buffer][]): Buffer {
  const written = chunks.map(([type, data]) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const chunk = Buffer.alloc(8 + body.length);
    chunk.writeUInt32BE(data.length);
    body.copy(chunk, 4);
    chunk.writeUInt32BE(crc32(body), chunk.length - 4);
    return chunk;
  });
  return Buffer.concat([png.subarray(0, 33), ...written, png.subarray(33)]);
}

const text = (keyword: string, value: string) =>
  ['tEXt', Buffer.from(`${keyword}\0${value}`, 'utf8')] as [string, Buffer];

const a1111 = `a lighthouse, (storm:1.2)
by night
Negative prompt: people,
blurry
Steps: 20, Sampler: DPM++ 2M, CFG scale: 7, Seed: 4023, Size: 512x768, Model hash: 6ce0161689, Model: v1-5, Lora hashes: "a: 1, b: 2", Version: v1.9`;

const expected = {
  source: 'a1111',
  prompt: 'a lighthouse, (storm:1.2)\nby night',
  negativePrompt: 'people,\nblurry',
  model: 'v1-5',
  seed: 4023,
  width: 512,
  height: 768,
};

/** A TIFF with one text in its EXIF directory. */
function exif(comment: Buffer): Buffer {
  const bytes = Buffer.alloc(8 + 18 + 18);
  bytes.write('MM\0*\0\0\0\x08', 0, 'latin1');
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    bytes.writeUInt16BE(1, at);
    bytes.writeUInt16BE(tag, at + 2);
    bytes.writeUInt16BE(type, at + 4);
    bytes.writeUInt32BE(count, at + 6);
    bytes.writeUInt32BE(value, at + 10);
  };
  entry(8, 34_665, 4, 1, 26);
  entry(26, 37_510, 7, comment.length, bytes.length);
  return Buffer.concat([bytes, comment]);
}

const segment = (marker: number, data: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};
const withSegments = (...segments: readonly Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

/** Behind the image of a WebP. */
function withRiff(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(data.length, 4);
  const file = Buffer.concat([webp, head, data, Buffer.alloc(data.length % 2)]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

const bigEndian = (value: string) => Buffer.from(value, 'utf16le').swap16();

describe('settings of other programs', () => {
  test.each<[string, () => Buffer]>([
    ['a text of a PNG', () => withChunks(text('parameters', a1111))],
    [
      'a compressed text',
      () => withChunks(['zTXt', Buffer.concat([Buffer.from('parameters\0\0'), deflateSync(a1111)])]),
    ],
    ['an international text', () => withChunks(['iTXt', Buffer.from(`parameters\0\0\0\0\0${a1111}`)])],
    [
      'the EXIF of a JPEG',
      () =>
        withSegments(
          segment(
            0xe1,
            Buffer.concat([
              Buffer.from('Exif\0\0'),
              exif(Buffer.concat([Buffer.from('UNICODE\0'), bigEndian(a1111)])),
            ]),
          ),
        ),
    ],
    [
      'the EXIF of a WebP',
      () => withRiff('EXIF', exif(Buffer.concat([Buffer.from('UNICODE\0'), bigEndian(a1111)]))),
    ],
  ])('of the web UI are read from %s', async (_where, file) => {
    const [claim, ...more] = await readClaims(file());
    expect(claim).toMatchObject(expected);
    expect(claim?.others).toEqual(
      expect.arrayContaining([
        ['Steps', '20'],
        ['Sampler', 'DPM++ 2M'],
        ['Lora hashes', 'a: 1, b: 2'],
      ]),
    );
    expect(more).toEqual([]);
  });

  test('of ComfyUI are followed through the graph, whose NaN is no JSON', async () => {
    const graph = `{"3": {"class_type": "KSampler", "inputs": {"seed": 77, "steps": 30, "cfg": 6.5, "sampler_name": "euler",
      "positive": ["8", 0], "negative": ["7", 0], "latent_image": ["5", 0], "is_changed": [NaN]}},
      "4": {"class_type": "CheckpointLoaderSimple", "inputs": {"ckpt_name": "sdxl.safetensors"}},
      "5": {"class_type": "EmptyLatentImage", "inputs": {"width": 1024, "height": 576, "batch_size": 1}},
      "8": {"class_type": "ControlNetApply", "inputs": {"conditioning": ["6", 0]}},
      "6": {"class_type": "CLIPTextEncode", "inputs": {"text": ["9", 0]}},
      "9": {"class_type": "PrimitiveString", "inputs": {"value": "a red fox"}},
      "7": {"class_type": "CLIPTextEncode", "inputs": {"text": "watermark"}}}`;
    const [claim] = await readClaims(withChunks(text('prompt', graph), text('workflow', '{"nodes":[]}')));
    expect(claim).toMatchObject({
      source: 'comfyui',
      prompt: 'a red fox',
      negativePrompt: 'watermark',
      model: 'sdxl.safetensors',
      seed: 77,
      width: 1024,
      height: 576,
    });
    const circle =
      '{"1":{"class_type":"CLIPTextEncode","inputs":{"text":["1",0],"positive":["1",0],"seed":1}}}';
    expect(await readClaims(withChunks(text('prompt', circle)))).toMatchObject([
      { source: 'comfyui', seed: 1 },
    ]);
  });

  test('of InvokeAI and NovelAI are read', async () => {
    const invoke = {
      positive_prompt: 'a quiet library',
      negative_prompt: 'noise',
      model: { name: 'flux-dev' },
      seed: 9,
      width: 640,
      height: 480,
      steps: 24,
    };
    expect(await readClaims(withChunks(text('invokeai_metadata', JSON.stringify(invoke))))).toEqual([
      {
        source: 'invokeai',
        prompt: 'a quiet library',
        negativePrompt: 'noise',
        model: 'flux-dev',
        seed: 9,
        width: 640,
        height: 480,
        others: [['steps', '24']],
      },
    ]);
    const novel = { uc: 'lowres', seed: 3, width: 832, height: 1216, sampler: 'k_euler' };
    expect(
      await readClaims(
        withChunks(
          text('Software', 'NovelAI'),
          text('Description', 'a girl with an umbrella'),
          text('Source', 'NovelAI Diffusion V4'),
          text('Comment', JSON.stringify(novel)),
        ),
      ),
    ).toMatchObject([
      { source: 'novelai', prompt: 'a girl with an umbrella', negativePrompt: 'lowres', seed: 3, width: 832 },
    ]);
  });

  const fooocus = {
    ...{ prompt: 'a lighthouse', negative_prompt: 'people', base_model: 'juggernautXL_v8' },
    ...{ seed: '4023', resolution: '(1024, 768)', styles: ['Fooocus V2'], version: 'Fooocus v2.5.0' },
  };
  const swarm = {
    sui_image_params: {
      ...{ prompt: 'a lighthouse', negativeprompt: 'people', model: 'juggernautXL_v8', seed: 4023 },
      ...{ width: 1024, height: 768, steps: 20, cfgscale: 7 },
    },
    sui_extra_data: { date: '2026-11-01' },
  };
  const drawThings = {
    ...{ c: 'a lighthouse', uc: 'people', model: 'juggernautXL_v8', seed: 4023, size: '1024x768' },
    ...{ steps: 20, v2: { batchCount: 1 } },
  };
  const xmp = `<x:xmpmeta><exif:UserComment><rdf:Alt><rdf:li xml:lang="x-default">${JSON.stringify(drawThings).replaceAll('"', '&quot;')}</rdf:li></rdf:Alt></exif:UserComment></x:xmpmeta>`;
  const asComment = (value: object) =>
    segment(
      0xe1,
      Buffer.concat([Buffer.from('Exif\0\0'), exif(Buffer.from(`ASCII\0\0\0${JSON.stringify(value)}`))]),
    );

  test.each<[string, string, () => Buffer]>([
    [
      'Fooocus',
      'fooocus',
      () => withChunks(text('parameters', JSON.stringify(fooocus)), text('fooocus_scheme', 'fooocus')),
    ],
    ['Fooocus in a JPEG', 'fooocus', () => withSegments(asComment(fooocus))],
    ['SwarmUI', 'swarmui', () => withChunks(text('parameters', JSON.stringify(swarm)))],
    ['SwarmUI in a JPEG', 'swarmui', () => withSegments(asComment(swarm))],
    ['Draw Things', 'drawthings', () => withChunks(text('XML:com.adobe.xmp', xmp))],
    [
      'Draw Things in a JPEG',
      'drawthings',
      () => withSegments(segment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${xmp}`))),
    ],
    ['Draw Things in a WebP', 'drawthings', () => withRiff('XMP ', Buffer.from(xmp))],
  ])('of %s are read from their JSON', async (_name, source, file) => {
    const size = { width: 1024, height: 768 };
    const words = { prompt: 'a lighthouse', negativePrompt: 'people', model: 'juggernautXL_v8' };
    expect(await readClaims(file())).toMatchObject([{ source, ...words, seed: 4023, ...size }]);
  });

  test('say nothing where there are none, or where they are of another kind than they should be', async () => {
    expect(await readClaims(png)).toEqual([]);
    expect(await readClaims(Buffer.from('no image at all'))).toEqual([]);
    const odd = { positive_prompt: { deep: 1 }, seed: 'many', width: -1, model: 5, steps: [1] };
    expect(await readClaims(withChunks(text('invokeai_metadata', JSON.stringify(odd))))).toEqual([
      { source: 'invokeai', others: [] },
    ]);
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    expect(await readClaims(withChunks(text('prompt', deep)))).toEqual([]);
    const bomb = deflateSync(Buffer.alloc(64 * 1024 * 1024));
    expect(
      await readClaims(withChunks(['zTXt', Buffer.concat([Buffer.from('parameters\0\0'), bomb])])),
    ).toEqual([]);
  });
});

/** The values that manifests hold. */
function cbor(value: unknown): Buffer {
  const head = (major: number, count: number) =>
    count < 24
      ? Buffer.from([(major << 5) | count])
      : Buffer.from([(major << 5) | 25, count >> 8, count & 0xff]);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'number') return head(0, value);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  const entries = Object.entries(value as object);
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, one]) => [cbor(key), cbor(one)])]);
}

const box = (type: string, ...data: readonly Buffer[]) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), ...data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length + 4);
  return Buffer.concat([head, body]);
};
const named = (label: string, ...boxes: readonly Buffer[]) =>
  box('jumb', box('jumd', Buffer.alloc(16), Buffer.from([3]), Buffer.from(`${label}\0`)), ...boxes);

const actions = [
  {
    action: 'c2pa.created',
    digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
    softwareAgent: { name: 'GPT-4o' },
  },
  { action: 'c2pa.color_adjustments' },
];
const manifest = named(
  'c2pa',
  named(
    'urn:uuid:1',
    named('c2pa.assertions', named('c2pa.actions.v2', box('cbor', cbor({ actions })))),
    named('c2pa.claim.v2', box('cbor', cbor({ claim_generator_info: { name: 'ChatGPT', version: '1.0' } }))),
  ),
);

describe('content credentials', () => {
  const said = [
    {
      source: 'c2pa',
      others: [
        ['Program', 'ChatGPT 1.0'],
        ['Actions', 'created (trained algorithmic media, by GPT-4o), color adjustments'],
        ['Manifests', '1'],
      ],
    },
  ];

  test('are read from a PNG, and from a JPEG that cuts them over segments', async () => {
    expect(await readClaims(withChunks(['caBX', manifest]))).toEqual(said);
    const head = Buffer.from('JP\0\x01\0\0\0\x01', 'latin1');
    const at = 100;
    const cut = withSegments(
      segment(0xeb, Buffer.concat([head, manifest.subarray(0, at)])),
      segment(0xeb, Buffer.concat([head, manifest.subarray(0, 8), manifest.subarray(at)])),
    );
    expect(await readClaims(cut)).toEqual(said);
  });

  test('that are cut or changed anywhere end in an answer', async () => {
    for (let at = 0; at < manifest.length; at += 3) {
      const changed = Buffer.from(manifest);
      changed[at] = 0xff - (changed[at] ?? 0);
      for (const bytes of [changed, manifest.subarray(0, at)])
        expect(await readClaims(withChunks(['caBX', bytes]))).toMatchObject([{ source: 'c2pa' }]);
    }
  });
});
