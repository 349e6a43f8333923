/** A gateway whose only model answers each prompt with the file of that name. */
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import type { Page } from 'playwright/test';
import type { MediaItem } from '../../shared/media/media';
import { command } from './command';
import { type LocalGateway, listenAsGateway } from './local-gateway';
import { addProfile } from './settings-page';

type Files = Readonly<Record<string, Uint8Array>>;

export async function startFileGateway(files: Files): Promise<LocalGateway> {
  const server = createServer(async (request, response) => {
    const { prompt = '' } = request.method === 'POST' ? ((await json(request)) as { prompt?: string }) : {};
    const file = { b64_json: Buffer.from(files[prompt] ?? []).toString('base64') };
    const data = request.method === 'POST' ? [file] : [{ id: 'an/image', object: 'model' }];
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
  });
  return await listenAsGateway(server);
}

/** Where its file is, whichever folder its kind has. */
export function resultPath(home: string, { fileName }: Pick<MediaItem, 'fileName'>): string {
  const folder = path.join(home, 'media');
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find(
    (name) => path.basename(name) === fileName,
  );
  return path.join(folder, found ?? fileName);
}

/** Makes each file a result of the image tab, in a profile of that gateway. */
export async function receiveFiles(page: Page, { baseUrl }: LocalGateway, names: readonly string[]) {
  await addProfile(page, { name: 'Local', baseUrl, key: 'sk-local' });
  await page.getByRole('button', { name: 'Use this profile' }).click();
  for (const prompt of names) {
    const request = { id: randomUUID(), modality: 'image', model: 'an/image', prompt } as const;
    await command(page, 'jobs.create', { ...request, parameters: {}, extra: {} });
  }
}
