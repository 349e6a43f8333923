import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Job } from '../../../../shared/media/jobs';
import type { MediaItem } from '../../../../shared/media/media';
import type { ParameterValues } from '../../../../shared/modalities/modalities';
import { openTestCore, type TestCore } from '../../../support/core';
import { IMAGES, png, startPaidGateway } from '../../../support/paid-gateway';
import { startTestSandbox } from '../../../support/sandbox';
import { tempFolder } from '../../../support/temp-folder';

let app: TestCore;
afterEach(() => app.close());

const make = async (parameters: ParameterValues, model = 'sandbox/aurora'): Promise<Job> => {
  const id = randomUUID();
  const request = {
    modality: 'image' as const,
    model,
    prompt: 'a lake at night',
    parameters: { ...parameters },
    extra: {},
  };
  await app.tell('jobs.create', { id, ...request });
  return await app.until(() =>
    app.events
      .flatMap((event) => (event.type === 'job.changed' && event.job.id === id ? [event.job] : []))
      .findLast(({ status }) => status === 'completed'),
  );
};
const bytesOf = ({ fileName }: MediaItem) => readFileSync(join(app.home, 'media', 'images', fileName));
/** The picture without the text that the app embeds. */
const pixelsOf = (item: MediaItem) => bytesOf(item).subarray(bytesOf(item).indexOf('IDAT'));

describe('each image of one request', () => {
  test('keeps its own seed and the revised prompt, by which it alone is made again', async () => {
    const home = tempFolder();
    const sandbox = await startTestSandbox();
    onTestFinished(() => sandbox.close());
    app = await openTestCore({ home, sandbox });
    const { media } = await make({ size: '512x512', count: 2 });
    const seeds = media.map(({ origin }) => origin.seed);
    expect(new Set(seeds).size).toBe(2);
    const [, second] = media as [MediaItem, MediaItem];
    expect(second.origin).toMatchObject({
      ...{ prompt: 'a lake at night', parameters: { size: '512x512', count: 2 } },
      revisedPrompt: expect.stringContaining('a lake at night'),
    });
    const again = await make({ ...second.origin.parameters, count: 1, seed: second.origin.seed as number });
    expect(pixelsOf(again.media[0] as MediaItem).equals(pixelsOf(second))).toBe(true);

    await app.close();
    app = await openTestCore({ home, sandbox });
    const page = await app.tell('library.page', { filter: {}, cursor: null, limit: 10 });
    expect(page.items.find(({ id }) => id === second.id)?.origin).toEqual(second.origin);
  });

  test('has no seed where the gateway names none that is a whole number', async () => {
    const gateway = await startPaidGateway();
    onTestFinished(() => gateway.close());
    const told = [{ seed: 1.5 }, { seed: 1e300 }, { seed: -4 }, { seed: { a: 1 } }, { seed: '77' }];
    gateway.on(IMAGES, () => ({
      body: {
        data: told.map((facts) => ({ b64_json: png.toString('base64'), revised_prompt: 7, ...facts })),
      },
    }));
    app = await openTestCore({ sandbox: gateway.sandbox });
    const { media } = await make({ seed: 3 }, 'paid/painter');
    expect(media.map(({ origin }) => origin.seed)).toEqual([undefined, undefined, -4, undefined, 77]);
    expect(media.every(({ origin }) => origin.parameters.seed === 3)).toBe(true);
    expect(media.every(({ origin }) => !('revisedPrompt' in origin))).toBe(true);
  });
});
