/** What something is made from arrives whole, at nobody's cost where it can't, and is remembered with its result. */

import { filesInJson } from '../far/form';
import type { FarRequest } from '../far/gateway';
import { read } from '../person/call';
import { type Run, violate } from '../run-state';
import { markerOfRequest } from './money';

/** Every request of an intent has exactly the files that the person chose for it, as they were then. */
export function checkInputs(run: Run): void {
  if (run.memory.inputs.size === 0) return;
  for (const { name, requests } of run.gateways)
    for (const request of requests) {
      const marker = markerOfRequest(request);
      const chosen = marker === null ? undefined : run.memory.inputs.get(marker);
      if (chosen === undefined || !isMaking(request)) continue;
      const came = filesOf(request);
      if (sorted(came) === sorted(chosen.map(({ id }) => id))) continue;
      const detail = `${marker} was sent to ${name} with ${came.length} files that are not the ${chosen.length} chosen`;
      violate(run, 'inputs', detail);
    }
}

const isMaking = ({ route }: FarRequest): boolean => route === 'images' || route === 'videos';
const sorted = (hashes: readonly string[]): string => [...hashes].sort().join(' ');

/** Each looked through once: the bytes of a request don't change. */
const known = new WeakMap<FarRequest, readonly string[]>();

function filesOf(request: FarRequest): readonly string[] {
  const seen = known.get(request);
  if (seen !== undefined) return seen;
  const files = request.files ?? filesInJson(JSON.parse(request.body));
  const hashes = files.map(({ hash }) => hash);
  known.set(request, hashes);
  return hashes;
}

/** After all: each job still says what it was made from, and from whose result. */
export async function checkKeptInputs(run: Run): Promise<void> {
  for (const [id, { prompt }] of run.memory.jobs) {
    const [marker = ''] = /intent-[\w-]*/.exec(prompt) ?? [];
    const chosen = run.memory.inputs.get(marker);
    if (chosen === undefined || run.memory.removed.has(id) || run.hasLostRows) continue;
    const inputs = await read(run, 'jobs.inputs', { id });
    const kept = (inputs ?? []).map(
      ({ file, from }) => `${file?.id ?? 'none'} ${from?.mediaId ?? 'unknown'}`,
    );
    const isKept = chosen.every(({ id: hash, from }, at) => kept[at] === `${hash} ${from?.mediaId}`);
    if (!isKept) violate(run, 'inputs', `${marker} no longer says what it was made from: ${kept.join(', ')}`);
  }
}
