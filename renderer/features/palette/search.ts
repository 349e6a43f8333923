/** Sends one query to every source, and merges the answers. */
import { useEffect, useState } from 'react';
import type { Group, Hit, Source } from './hit';
import { newestOnly } from './newest-only';
import { recentKeys } from './recent';
import { chatSource, messageSource } from './sources/chats';
import { commandSource } from './sources/commands';
import { mediaSource } from './sources/media';
import { modelSource } from './sources/models';
import { promptSource } from './sources/prompts';
import { settingSource } from './sources/settings';

/** In the order of their groups: local ones first, since they are few. */
const sources: readonly Source[] = [
  commandSource,
  settingSource,
  modelSource,
  promptSource,
  chatSource,
  messageSource,
  mediaSource,
];

export interface Results {
  /** As it was typed. */
  readonly query: string;
  readonly groups: readonly Group[];
  /** The core has not answered yet. */
  readonly isPartial: boolean;
}

const noResults: Results = { query: '', groups: [], isPartial: true };

const hitsEach = 5;
const hitsAlone = 50;
const recentAtMost = 4;
/** The core usually answers sooner; after this time the local results are shown without it. */
const patienceMs = 150;

/**
 * Searches for the typed words; a prefix searches one source alone.
 *
 * @param show called once with everything, and before that with local results where the core is slow
 */
async function search(query: string, show: (results: Results) => void): Promise<void> {
  const prefix = query.trimStart().charAt(0);
  const alone = sources.filter((source) => source.prefix === prefix);
  const words = alone.length > 0 ? query.trimStart().slice(1).trim() : query.trim();
  const asked = alone.length > 0 ? alone : words === '' ? [chatSource, mediaSource] : sources;
  const limit = alone.length > 0 ? hitsAlone : hitsEach;
  const found = asked.map((source) => ({ source, answer: source.find(words, limit) }));
  const first = words === '' && alone.length === 0 ? [toBeginWith()] : [];
  const late = setTimeout(() => {
    const atHand = found.flatMap(({ source: { title }, answer }) =>
      answer instanceof Promise ? [] : [{ title, hits: answer }],
    );
    show({ query, groups: filled([...first, ...atHand]), isPartial: true });
  }, patienceMs);
  const groups = await Promise.all(
    found.map(async ({ source: { title }, answer }): Promise<Group> => {
      const result = await answer;
      return 'title' in result ? result : { title, hits: result };
    }),
  );
  clearTimeout(late);
  show({ query, groups: filled([...first, ...groups]), isPartial: false });
}

/** What was used recently, or the first commands before anything was. */
function toBeginWith(): Group {
  const used = usedLately();
  if (used.hits.length > 0) return used;
  const { title, find } = commandSource;
  return { title, hits: find('', hitsEach) as readonly Hit[] };
}

/** Recently used commands, settings and models; deleted ones are left out. */
function usedLately(): Group {
  const known = new Map<string, Hit>();
  for (const source of [commandSource, settingSource, modelSource]) {
    const hits = source.find('', Number.POSITIVE_INFINITY);
    if (!(hits instanceof Promise)) for (const hit of hits) known.set(hit.key, hit);
  }
  const hits = recentKeys().flatMap((key) => known.get(key) ?? []);
  return { title: 'Recent', hits: hits.slice(0, recentAtMost) };
}

const filled = (groups: readonly Group[]) =>
  groups.filter(({ hits, error }) => hits.length > 0 || error !== undefined);

/** The results for the typed words. Earlier results stay until the newest answer arrives, all at once. */
export function useSearch(query: string): Results {
  const [results, setResults] = useState<Results>(noResults);
  const [ask] = useState(() => newestOnly((question: string) => search(question, setResults)));
  useEffect(() => ask(query), [ask, query]);
  return results;
}
