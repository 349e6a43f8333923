import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const folders = ['docs', 'electron', 'renderer', 'scripts', 'shared', 'tests'];

const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
    posix.join(folder, name.replaceAll('\\', '/')),
  );

const files = [...readdirSync(root), ...folders.flatMap(filesIn)];
const pages = files.filter((file) => /^docs\/.*\.md$|^[A-Z-]+\.md$/.test(file));

/** Docs shorten a path to its end: `jobs/follow.ts`. A star stands for any part of a name. */
function isThere(path: string): boolean {
  const end = path.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*');
  const pattern = new RegExp(`(?:^|/)${end}$`);
  return files.some((file) => pattern.test(file));
}

/** All matches of the pattern's first group, each as `page:line: match`. */
const matches = (page: string, pattern: RegExp) =>
  readFileSync(join(root, page), 'utf8')
    .split('\n')
    .flatMap((line, at) =>
      [...line.matchAll(pattern)].map(([, found = '']) => ({ found, where: `${page}:${at + 1}: ${found}` })),
    );

test('every source file and page that the docs name exists', () => {
  const named = pages.flatMap((page) => matches(page, /`([^`\s]+\.(?:tsx?|mjs|css|md))`/g));
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter(({ found }) => !isThere(found)).map(({ where }) => where)).toEqual([]);
});

test('every source file that a comment names with its folder exists', () => {
  const sources = files.filter((file) =>
    /^(?:electron|renderer|scripts|shared)\/.*\.(?:tsx?|mjs)$/.test(file),
  );
  const named = sources.flatMap((file) =>
    matches(file, /^\s*(?:\*|\/\*\*|\/\/).*?`([a-z][\w-]*\/[\w./-]+\.(?:tsx?|mjs))`/g),
  );
  expect(named.length).toBeGreaterThan(25);
  expect(named.filter(({ found }) => !isThere(found)).map(({ where }) => where)).toEqual([]);
});

test('every relative link of the docs leads to a file or a heading', () => {
  const dead = pages.flatMap((page) =>
    matches(page, /\]\((?!https?:)([^)\s]+)\)/g)
      .filter(({ found }) => !leads(page, found))
      .map(({ where }) => where),
  );
  expect(dead).toEqual([]);
});

function leads(page: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? page : posix.join(dirname(page), path).replace(/\/$/, '');
  if (!files.includes(target)) return false;
  return (
    heading === undefined || matches(target, /^#+ (.*)$/g).some(({ found }) => anchor(found) === heading)
  );
}

const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');
