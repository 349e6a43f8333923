import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/lib/root.mjs';
import { importsOf, sourcesIn } from '../../support/imports';

/** Read by `electron/later-code.ts` a few seconds after the start. */
const readAhead = [
  'electron/read-html',
  'electron/read-yaml',
  'electron/storage/media/formats/claims/read-claims',
  'electron/storage/media/formats/containers',
  'electron/storage/media/formats/content-digest',
  'electron/storage/media/formats/describe',
  'electron/storage/media/formats/join-audio',
  'electron/storage/media/formats/origin',
  'electron/storage/media/formats/seen-and-heard',
  'electron/storage/media/zip',
  'shared/run/check-reply',
  'shared/text/decode-text',
  'socks',
  'undici',
];

/** Read once, before the app is open, or in a process that does nothing else. */
const atStart = [
  'electron/check',
  'electron/compose',
  'electron/run',
  'electron/storage/backup/restore',
  'electron/storage/repair/repair',
  'electron/ways-out',
  'electron/web',
  'keytar',
  'open',
];

/** No result needs it; where it is gone, what asks for it says so or does without. */
const doneWithout = [
  // Of updates: the next start asks again.
  'electron/updates/library',
  // The icon of what is dragged out of the window.
  '@napi-rs/canvas',
  // Estimates count characters then.
  'gpt-tokenizer/encoding/cl100k_base',
  'gpt-tokenizer/encoding/o200k_base',
  // A file with templates is not read then.
  'nunjucks/browser/nunjucks.min.js?raw',
];

test('code that is read late is read ahead, since an update may replace it, or no result needs it', () => {
  const files = sourcesIn('electron').filter((file) => !file.startsWith('electron/sandbox/'));
  const late = files
    .flatMap(importsOf)
    .flatMap(({ target, isType, isDynamic }) => (isDynamic && !isType ? [target] : []));
  expect([...new Set(late)].toSorted()).toEqual([...readAhead, ...atStart, ...doneWithout].toSorted());
});

test('code of the page that can’t be loaded is asked for again, or what wanted it says so', () => {
  // Printing has its own message for whatever fails.
  const answered = ['renderer/app/frame-rest.tsx'];
  const found = sourcesIn('renderer').flatMap((file) => {
    if (answered.includes(file)) return [];
    const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
    const bare = lines.filter((line) => /(?:void|await) import\('[^']*'\)(?!\.catch)/.test(line));
    return bare.map((line) => `${file}: ${line.trim()}`);
  });
  // Inside `later`, which asks again.
  expect(found).toEqual([
    "renderer/features/chat/talk.tsx: return (await import('../../parts/chat/find/find-bar')).FindBar;",
  ]);
});
