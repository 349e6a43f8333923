import type { ProbeId } from '../../../../shared/checks/probes';
import type { Probe } from './probe';
import * as text from './text-probes';

const all: readonly Probe[] = [...Object.values(text)].filter(
  (one): one is Probe => typeof one === 'object' && 'asks' in one,
);

/** Every probe by its id. */
export const probes = Object.fromEntries(all.map((probe) => [probe.id, probe])) as Partial<
  Record<ProbeId, Probe>
>;
