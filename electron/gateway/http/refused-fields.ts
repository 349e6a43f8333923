/**
 * Optional fields that a model or gateway does not know.
 *
 * If a call is refused because of one, it is sent again without it: nothing was generated or charged. The refusal is
 * remembered, so that it happens once for each model.
 */
import type { GatewayError } from '../parse/error';
import { isRecord, type JsonRecord, textOrNull } from '../parse/json';
import type { DroppedField } from '../types/call';

/** Only these may be left out: without them a call costs no more, and requests the same thing. */
const OPTIONAL = [
  ...['stream_options', 'seed', 'response_format', 'output_format'],
  ...['temperature', 'top_p', 'presence_penalty', 'frequency_penalty'],
] as const;

/** A limit must not be dropped, but it is renamed if the gateway asks for its newer name. */
const RENAMED = { max_tokens: 'max_completion_tokens' } as const;

/** How gateways refuse an unsupported field, as opposed to a wrong value. */
const UNSUPPORTED =
  /unsupported|not (?:be |currently )?(?:supported|permitted|allowed|recogni[sz]ed|accepted)|unrecogni[sz]ed|\bunknown\b|unexpected|\bextra (?:inputs?|fields?|_?forbidden)|extra_forbidden|additional propert|does(?: not|n't) (?:support|accept|exist)|unknown_parameter/i;

export interface RefusedFields {
  /** The body without the fields refused earlier for its model, and their names. */
  apply(place: string, body: unknown): AdaptedBody;
  /** The body for another attempt; `null` if the refusal names no field that may be changed. */
  adapt(place: string, body: unknown, error: GatewayError): AdaptedBody | null;
  /** Called once for each field, when it is refused. */
  onDropped(listener: (dropped: DroppedField) => void): void;
}

export interface AdaptedBody {
  readonly body: unknown;
  readonly dropped: readonly string[];
}

/** Beyond this a new model takes the place of the oldest. */
const MOST_REMEMBERED = 1_000;

/** One for all clients of the app: a client lives for one call. */
export function createRefusedFields(): RefusedFields {
  const known = new Map<string, ReadonlySet<string>>();
  const listeners = new Set<(dropped: DroppedField) => void>();
  const keyOf = (place: string, body: JsonRecord) => JSON.stringify([place, textOrNull(body.model)]);
  const apply: RefusedFields['apply'] = (place, body) => {
    if (!isRecord(body)) return { body, dropped: [] };
    const refused = known.get(keyOf(place, body)) ?? new Set();
    const dropped = [...refused].filter((field) => field in body);
    return { body: dropped.reduce(without, body), dropped };
  };
  return {
    apply,
    adapt(place, body, error) {
      if (!isRecord(body)) return null;
      const field = refusedField(body, error);
      if (field === null) return null;
      const key = keyOf(place, body);
      const before = known.get(key) ?? new Set();
      known.delete(key);
      known.set(key, new Set([...before, field]));
      const [oldest] = known.keys();
      if (known.size > MOST_REMEMBERED && oldest !== undefined) known.delete(oldest);
      for (const listener of listeners) listener({ model: textOrNull(body.model), field });
      return { body: without(body, field), dropped: [field] };
    },
    onDropped: (listener) => void listeners.add(listener),
  };
}

function without(body: JsonRecord, field: string): JsonRecord {
  const { [field]: value, ...rest } = body;
  return field in RENAMED ? { ...rest, [RENAMED[field as keyof typeof RENAMED]]: value } : rest;
}

/** The unsupported field; `null` for any other refusal. */
function refusedField(body: JsonRecord, error: GatewayError): string | null {
  const { statusCode, outcomeUnknown, credits, message, errorCode, param, details } = error;
  if (![400, 422].includes(statusCode) || outcomeUnknown || (credits.used ?? 0) > 0) return null;
  const said = `${errorCode} ${message} ${JSON.stringify(details ?? '').slice(0, 2_000)}`;
  if (!UNSUPPORTED.test(said)) return null;
  if ('max_tokens' in body && said.includes(RENAMED.max_tokens)) return 'max_tokens';
  const named = param?.split(/[.[]/)[0];
  const held = OPTIONAL.filter((field) => body[field] !== undefined);
  return held.find((field) => field === named) ?? held.find((field) => isNamed(field, said)) ?? null;
}

const isNamed = (field: string, said: string): boolean => new RegExp(`\\b${field}\\b`).test(said);
