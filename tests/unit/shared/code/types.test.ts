import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../../../../scripts/lib/root.mjs';
import type { OperationId } from '../../../../shared/code/operations';
import { snippet } from '../../../../shared/code/snippet';

const messages = [
  { role: 'system', content: 'x' },
  { role: 'user', content: 'y' },
];
const bodies: Readonly<Record<string, [OperationId, Record<string, unknown>]>> = {
  chat: ['chat', { model: 'm', messages, temperature: 0.5, max_tokens: 9, seed: 1, n: 2, stream: true }],
  'chat-extra': [
    'chat',
    {
      model: 'm',
      messages,
      made_up: { deep: [1, null] },
      stop: ['a'],
      seed: null,
      '': 1,
    },
  ],
  image: ['images', { model: 'm', prompt: 'p', size: '640x480', n: 1, seed: 4, output_format: 'webp' }],
  speech: ['speech', { model: 'm', input: 'x', voice: 'v', speed: 1, response_format: 'wav' }],
  'speech-plain': ['speech', { model: 'm', input: 'x' }],
  video: ['videos', { model: 'm', prompt: 'p', duration: 2, resolution: '480p' }],
  models: ['models', {}],
  model: ['model', { id: 'vendor/model' }],
  jobs: ['jobs', { status: 'failed', limit: 5 }],
  job: ['job', { id: 'job_1' }],
};

test('TypeScript snippets pass a strict compiler, with any parameters', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-types-'));
  try {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const files: string[] = [];
    for (const [name, [operation, body]] of Object.entries(bodies)) {
      for (const stream of operation === 'chat' ? [true, false] : [false]) {
        const file = `${name}-${stream}.mts`;
        files.push(file);
        const baseUrl = 'http://127.0.0.1:1/api/v1';
        await writeFile(
          join(folder, file),
          snippet({ language: 'typescript', operation, baseUrl, body, stream }),
        );
      }
    }
    const options = ['--strict', '--noUncheckedIndexedAccess', '--target', 'es2022', '--module', 'nodenext'];
    const tsc = join(root, 'node_modules', 'typescript', 'lib', 'tsc.js');
    const args = [tsc, '--noEmit', ...options, '--types', 'node', '--skipLibCheck', ...files];
    const checked = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(
      (error) => error,
    );
    expect(checked.stdout).toBe('');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
