/** Results whose server ends them early and says that they are whole, and what is fetched again in their place, for nothing. */
import type { MediaItem } from '../../../shared/media/media';
import { type Run, violate } from '../run-state';
import { ask, describe, read } from './call';
import { jobSteps } from './job-steps';
import { press } from './press';
import type { Act } from './step';

/** For a while; until then the person has what came. */
const shortResult: Act = async (run, random, id) => {
  const short = { kind: 'short' as const, forMs: random.int(15_000, 60_000) };
  for (const { comingTroubles } of run.gateways) comingTroubles.unshift(short);
  run.memory.fetchesAgain = true;
  return `${await jobSteps.image(run, random, id)}; its file ends early for ${short.forMs} ms`;
};

export async function cutItems(run: Run): Promise<readonly MediaItem[]> {
  const page = await read(run, 'library.page', { filter: {}, cursor: null, limit: 100 });
  return (page?.items ?? [])
    .filter(({ isCut, isMissing }) => isCut === true && !isMissing)
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Nothing is confirmed: it was paid for. */
const fetchAgain: Act = async (run, random, step) => {
  const items = await cutItems(run);
  if (items.length === 0) return await shortResult(run, random, step);
  const { id } = random.pick(items);
  const how = await press(run, random, () => ask(run, 'media.fetchAgain', { id }));
  return `fetches a cut result again ${how}`;
};

/** All that came cut, once everything works; what is whole then is seen like any other result. */
export async function fetchCutAgain(run: Run): Promise<void> {
  if (!run.memory.fetchesAgain) return;
  for (const { id, kind } of await cutItems(run)) {
    const answer = await ask(run, 'media.fetchAgain', { id });
    run.world.story.push(`fetches a cut result again: ${describe(answer)}`);
    const page = await read(run, 'library.page', { filter: {}, cursor: null, limit: 100 });
    const now = page?.items.find((one) => one.id === id);
    if (answer.is !== 'ok' || now === undefined) continue;
    if (now.isCut === true) violate(run, 'results', 'a result that was fetched again is called cut');
    if (kind === 'image' && !now.hasThumbnail)
      violate(run, 'results', 'a result that was fetched again has no thumbnail');
  }
}

export const fetchSteps = { 'short-result': shortResult, 'fetch-again': fetchAgain } satisfies Record<
  string,
  Act
>;
