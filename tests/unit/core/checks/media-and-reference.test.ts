import { randomUUID } from 'node:crypto';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isCornerClear } from '../../../../electron/core/checks/file-facts';
import type { CheckResult } from '../../../../shared/checks/checks';
import type { ProbeId } from '../../../../shared/checks/probes';
import { type CheckGateways, checkGateways, startCheckGateways } from '../../../support/check-gateways';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import { memoryKeychain } from '../../../support/memory-keychain';

let app: TestCore;
let gateways: CheckGateways;
beforeAll(async () => {
  app = await openTestCore({ keychain: memoryKeychain() });
  gateways = await startCheckGateways();
  await untilListed(app);
});
afterAll(async () => {
  await app.close();
  await gateways.close();
});

interface Scope {
  readonly profileId?: string;
  readonly referenceProfileId?: string;
  readonly models: readonly string[];
  readonly probes?: readonly ProbeId[];
}

async function check({ models, probes, ...scope }: Scope): Promise<readonly CheckResult[]> {
  const id = randomUUID();
  const input = { id, ...scope, models: [...models], ...(probes && { probes: [...probes] }) };
  await app.tell('checks.start', { ...input, isConfirmed: true });
  await app.until(() =>
    app.events.some(
      (event) =>
        event.type === 'check.changed' && event.check.id === id && event.check.status === 'completed',
    ),
  );
  return (await app.tell('checks.results', { id })).results;
}

const madeOf = async (output: string): Promise<readonly string[]> => {
  const { catalogue } = await app.tell('app.snapshot', {});
  return catalogue.models
    .filter(({ capabilities }) => capabilities?.output.includes(output))
    .map(({ id }) => id);
};

test('a model of images is asked for a size, a format and a transparent background, and judged by the bytes', async () => {
  const [model = ''] = await madeOf('image');
  const results = await check({ models: [model] });
  expect(results.map(({ probe }) => probe)).toEqual(['imageSize', 'imageFormat', 'imageTransparency']);
  expect(results[0]).toMatchObject({
    result: 'works',
    claimed: true,
    note: expect.stringMatching(/^\d+x\d+ was asked/),
  });
  expect(results[1]).toMatchObject({ result: 'works', note: 'JPEG was asked for and came.' });
  // It fills its images.
  expect(results[2]?.result).not.toBe('works');
});

test('the corner of an image is looked at, since an alpha channel alone hides nothing', async () => {
  const draw = (color: string | null): Uint8Array => {
    const canvas = createCanvas(6, 6);
    const context = canvas.getContext('2d');
    if (color !== null) {
      context.fillStyle = color;
      context.fillRect(0, 0, 6, 6);
    }
    return canvas.toBuffer('image/png');
  };
  expect(await isCornerClear(draw(null))).toBe(true);
  expect(await isCornerClear(draw('#102030'))).toBe(false);
  expect(await isCornerClear(Buffer.from('GIF89a'))).toBeUndefined();
});

test('a model of speech is asked for two voices and two formats', async () => {
  const [model = ''] = await madeOf('audio');
  const results = await check({ models: [model] });
  expect(results.map(({ probe, result, note }) => `${probe} ${result} ${note}`)).toEqual([
    expect.stringMatching(/^speechVoices works/),
    expect.stringMatching(/^speechFormats works/),
  ]);
});

test('of a model of videos the catalog is shown, and nothing is generated', async () => {
  const [model = ''] = await madeOf('video');
  const before = (await app.sandbox.account()).chargeCount;
  const [offer] = await check({ models: [model] });
  expect(offer).toMatchObject({ probe: 'videoOffer', result: 'unclear', cost: [], evidence: [] });
  expect(offer?.figures.map(({ label }) => label)).toContain('Resolutions');
  expect((await app.sandbox.account()).chargeCount).toBe(before);
});

test('replies are compared with a reference profile, with their uncertainty', async () => {
  const ids: Record<string, string> = {};
  for (const name of ['whole', 'date suffix']) {
    const gateway = checkGateways.find((one) => one.name === name);
    if (gateway === undefined) throw new Error(name);
    const input = { name, baseUrl: gateways.baseUrlOf(gateway), key: 'sk-check', keep: 'session' as const };
    ids[name] = (await app.tell('profiles.create', input)).id;
  }
  const { whole = '' } = ids;
  const scope = {
    profileId: ids['date suffix'] ?? '',
    referenceProfileId: whole,
    probes: ['reference' as const],
  };
  // The simulated gateways reply by the name of the model alone.
  const [same] = await check({ ...scope, models: ['gpt-4o'] });
  expect(same).toMatchObject({ result: 'works' });
  expect(same?.figures.map(({ label }) => label)).toEqual([
    'Similarity',
    'Uncertainty',
    'Reference with itself',
  ]);
  const plan = await app.tell('checks.plan', { ...scope, models: ['gpt-4o'], probes: ['reference'] });
  expect(plan.calls).toBe(15);
});
