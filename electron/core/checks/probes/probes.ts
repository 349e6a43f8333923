import type { ProbeId } from '../../../../shared/checks/probes';
import { formProbes } from './form-probes';
import { identityProbes } from './identity-probes';
import { mediaProbes } from './media-probes';
import type { Probe } from './probe';
import { promptProbes } from './prompt-probes';
import { senseProbes } from './sense-probes';
import { speedProbes } from './speed-probes';
import { textProbes } from './text-probes';
import { toolProbes } from './tool-probes';

const all: readonly Probe[] = [
  ...textProbes,
  ...formProbes,
  ...toolProbes,
  ...senseProbes,
  ...promptProbes,
  ...identityProbes,
  ...speedProbes,
  ...mediaProbes,
];

/** Every probe by its id. */
export const probes = Object.fromEntries(all.map((probe) => [probe.id, probe])) as Record<ProbeId, Probe>;
