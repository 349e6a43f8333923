/**
 * What every script of the page has to be, said when the page is loaded.
 *
 * The page loads most of its code when it is first needed. In a browser that may be after the host has ended, and another
 * program that has taken its port could answer with code of its own. Browsers that know `integrity` in import maps
 * (Chromium 127, Safari 18, Firefox 138) then load nothing.
 */
import { createHash } from 'node:crypto';
import type { PageSource } from './source';

export interface CodeIntegrity {
  /** An import map for the head of the page, before any script. */
  readonly tag: string;
  /** Of the tag's content, as a source of the page's policy. */
  readonly source: string;
}

/** Beside the page: the map of a build, so that a start reads one file instead of every script. */
export const integrityFile = '/integrity.json';

/** @returns `null` while developing, where code changes under the page */
export async function codeIntegrity(page: PageSource): Promise<CodeIntegrity | null> {
  if (page.scripts === undefined) return null;
  const built = await page.read(integrityFile);
  const map = built === null ? await integrityMap(page) : new TextDecoder().decode(built.body);
  if (map === null) return null;
  return { tag: `<script type="importmap">${map}</script>`, source: `'sha256-${digest('sha256', map)}'` };
}

/** The content of the tag; `null` where there are no scripts. */
export async function integrityMap(page: Pick<PageSource, 'read' | 'scripts'>): Promise<string | null> {
  const names = await page.scripts?.();
  if (names === undefined || names.length === 0) return null;
  const integrity: Record<string, string> = {};
  // One after the other: the page's first files are asked for meanwhile.
  for (const name of names) {
    const file = await page.read(name);
    if (file !== null) integrity[name] = `sha384-${digest('sha384', file.body)}`;
  }
  // Inside a script only `</` and `<!--` have a meaning.
  return JSON.stringify({ integrity }).replaceAll('<', '\\u003c');
}

const digest = (algorithm: string, bytes: string | Uint8Array): string =>
  createHash(algorithm).update(bytes).digest('base64');

/** In front of the first script of a page. */
export const withIntegrity = (html: string, { tag }: CodeIntegrity): string =>
  html.replace(/<head>/, (head) => `${head}${tag}`);
