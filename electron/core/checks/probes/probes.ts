import type { ProbeId } from '../../../../shared/checks/probes';
import { promptCache } from './cache-probe';
import { chargesListed } from './charge-probe';
import { countProbes } from './count-probes';
import { formProbes } from './form-probes';
import { identityProbes } from './identity-probes';
import { mediaProbes } from './media-probes';
import type { Probe } from './probe';
import { promptProbes } from './prompt-probes';
import { roleProbes } from './role-probes';
import { senseProbes } from './sense-probes';
import { speedProbes } from './speed-probes';
import { textProbes } from './text-probes';
import { toolProbes } from './tool-probes';

const all: readonly Probe[] = [
  ...textProbes,
  ...roleProbes,
  ...formProbes,
  ...toolProbes,
  ...senseProbes,
  promptCache,
  ...promptProbes,
  ...countProbes,
  chargesListed,
  ...identityProbes,
  ...speedProbes,
  ...mediaProbes,
];

/** Every probe by its id. */
export const probes = Object.fromEntries(all.map((probe) => [probe.id, probe])) as Record<ProbeId, Probe>;
