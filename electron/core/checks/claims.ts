/** What a gateway's catalog says of what a probe asks: `null` where it says nothing. */
import type { ProbeId } from '../../../shared/checks/probes';
import type { Capabilities, Model } from '../../../shared/models/models';
import { stated } from '../../../shared/models/own-word';
import { asRecord } from './seen';

type Claim = (capabilities: Capabilities, record: Model) => boolean | null;

const listed =
  (list: 'input' | 'output', word: string): Claim =>
  (capabilities) =>
    capabilities[list].length === 0 ? null : capabilities[list].includes(word);

/** By the list of request fields that a model takes, or a flag of its own name. */
const takes =
  (fields: readonly string[], ...flags: readonly string[]): Claim =>
  ({ parameters }, record) =>
    flagged(record, [...fields, ...flags]) ??
    (parameters === undefined ? null : fields.some((field) => parameters.includes(field)));

/** A flag may stand in the record, or in any object in it, such as `capabilities` or `features`. */
function flagged({ raw }: Model, names: readonly string[]): boolean | null {
  const holders = [asRecord(raw), ...Object.values(asRecord(raw)).map(asRecord)];
  const deeper = holders.flatMap((holder) => Object.values(holder).map(asRecord));
  for (const holder of [...holders, ...deeper])
    for (const name of names) {
      const value = holder[name] ?? holder[`supports_${name}`];
      if (typeof value === 'boolean') return value;
    }
  return null;
}

const claims: Partial<Record<ProbeId, Claim>> = {
  stream: ({ streaming }) => streaming ?? null,
  stop: takes(['stop']),
  maxTokens: takes(['max_tokens', 'max_completion_tokens']),
  seed: takes(['seed']),
  jsonMode: takes(['response_format'], 'json_mode'),
  jsonSchema: takes(['structured_outputs', 'json_schema'], 'response_schema'),
  toolsAuto: takes(['tools'], 'function_calling', 'tool_calling', 'tool_call'),
  toolsForced: takes(['tool_choice']),
  toolsParallel: takes(['parallel_tool_calls'], 'parallel_function_calling'),
  toolsRoundTrip: takes(['tools'], 'function_calling', 'tool_calling', 'tool_call'),
  vision: listed('input', 'image'),
  pdf: (capabilities) =>
    capabilities.input.length === 0
      ? null
      : capabilities.input.some((word) => ['file', 'pdf', 'document'].includes(word)),
  audioIn: listed('input', 'audio'),
  audioOut: listed('output', 'audio'),
  logprobs: takes(['logprobs']),
  reasoningEffort: takes(['reasoning_effort', 'reasoning']),
  promptCache: takes([], 'prompt_caching', 'prompt_cache'),
  context: ({ contextWindow }) => (contextWindow === undefined ? null : true),
  limitsHold: ({ contextWindow, maxOutput }) =>
    contextWindow === undefined && maxOutput === undefined ? null : true,
  imageSize: ({ sizes }) => (sizes === undefined ? null : sizes.length > 0),
  speechVoices: ({ voices }) => (voices === undefined ? null : voices.length > 1),
  videoOffer: ({ duration, resolutions }) =>
    duration === undefined && resolutions === undefined ? null : true,
};

const nothingKnown: Capabilities = { input: [], output: [] };

export function claimOf(probe: ProbeId, record: Model | null): boolean | null {
  if (record === null) return null;
  return claims[probe]?.(stated(record.capabilities ?? nothingKnown), record) ?? null;
}
