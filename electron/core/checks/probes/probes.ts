import type { ProbeId } from '../../../../shared/checks/probes';
import type { Probe } from './probe';
import { textProbes } from './text-probes';

const all: readonly Probe[] = [...textProbes];

/** Every probe by its id. */
export const probes = Object.fromEntries(all.map((probe) => [probe.id, probe])) as Partial<
  Record<ProbeId, Probe>
>;
