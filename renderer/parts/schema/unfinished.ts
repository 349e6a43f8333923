/**
 * What is already wrong in a reply that is still being written, whatever follows. Of what is open (the values at its end)
 * only that counts which nothing can mend: its type, a name that the schema does not have. Values that are closed are
 * checked whole. Only what came since the last time is read, so that a long reply costs no more than a short one.
 */
import { type SchemaPart, type SchemaParts, schemaParts } from '../../../shared/run/check-reply';
import { encodeStep, type Misfit } from '../../../shared/run/reply-fit';
import type { JsonSchema } from '../../../shared/run/response-format';

/** Checks a text that grows from call to call. */
export function unfinishedChecker(schema: JsonSchema): (text: string) => Misfit | null {
  const parts = schemaParts(schema);
  let before = '';
  let scan = createScan(parts);
  return (text) => {
    if (!text.startsWith(before)) scan = createScan(parts);
    before = text;
    return scan(text);
  };
}

/** A value, and all that it has to follow. */
interface Place {
  readonly pointer: string;
  readonly parts: readonly SchemaPart[];
}

/** An object or a list that is open. */
interface Frame extends Place {
  readonly isList: boolean;
  readonly from: number;
  readonly rules: readonly JsonSchema[];
  /** How many items have begun. */
  items: number;
  /** Of the value that comes or is being written; `null` where a name is due. */
  name: string | null;
}

type Found = Misfit | null;

function createScan(parts: SchemaParts): (text: string) => Found {
  const frames: Frame[] = [];
  let at = 0;
  let misfit: Found = null;
  /** Where the text or the literal begins that is open. */
  let from = -1;
  let isText = false;

  const begin = (type: string | null): Place => {
    const frame = frames.at(-1);
    const place = frame === undefined ? { pointer: '', parts: [parts.root] } : childOf(frame);
    if (frame?.isList) frame.items += 1;
    misfit ??= tooMany(frame) ?? (type === null ? null : wrongType(parts, place, type));
    return place;
  };
  const end = (text: string, place: Place, start: number, stop: number) => {
    const value: unknown = JSON.parse(text.slice(start, stop));
    for (const part of place.parts) misfit ??= placed(place, parts.check(value, part));
  };
  const endLiteral = (text: string) => {
    if (from === -1) return;
    end(text, lastPlace(frames), from, at);
    from = -1;
  };
  const endText = (text: string) => {
    const frame = frames.at(-1);
    if (frame !== undefined && isNameDue(frame)) frame.name = String(JSON.parse(text.slice(from, at + 1)));
    else end(text, lastPlace(frames), from, at + 1);
    [from, isText] = [-1, false];
  };
  const open = (isList: boolean) => {
    const place = begin(isList ? 'array' : 'object');
    const rules = place.parts.flatMap((part) => rulesOf(parts, part));
    frames.push({ ...place, rules, isList, from: at, items: 0, name: null });
  };
  const close = (text: string) => {
    const frame = frames.pop();
    if (frame !== undefined) end(text, frame, frame.from, at + 1);
  };
  const inText = (text: string) => {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') endText(text);
  };
  const begins = (mark: string) => {
    const frame = frames.at(-1);
    isText = mark === '"';
    if (!(isText && frame !== undefined && isNameDue(frame))) begin(isText ? 'string' : typeOfLiteral(mark));
    from = at;
  };
  const acts: Readonly<Record<string, (text: string) => void>> = {
    '{': () => open(false),
    '[': () => open(true),
    '}': close,
    ']': close,
    ':': () => {
      misfit ??= unknownName(frames.at(-1));
    },
    ',': () => forgetName(frames.at(-1)),
  };
  const step = (text: string) => {
    const mark = text[at] ?? '';
    if (isText) return inText(text);
    if (endsLiteral.test(mark)) endLiteral(text);
    const act = acts[mark];
    if (act !== undefined) act(text);
    else if (from === -1 && mark.trim() !== '') begins(mark);
  };
  let isJson = true;
  return (text) => {
    try {
      // What nothing can mend stays.
      for (; isJson && misfit === null && at < text.length; at += 1) step(text);
    } catch {
      // That it is no JSON is said at its end.
      isJson = false;
    }
    return misfit;
  };
}

const endsLiteral = /[\s,:\]}]/;

const isNameDue = ({ isList, name }: Frame): boolean => !isList && name === null;

function forgetName(frame: Frame | undefined): void {
  if (frame !== undefined) frame.name = null;
}

/** The place of the value that is being written: it has begun. */
function lastPlace(frames: readonly Frame[]): Place {
  const frame = frames.at(-1);
  if (frame === undefined) return { pointer: '', parts: [] };
  return frame.isList ? childOf({ ...frame, items: frame.items - 1 }) : childOf(frame);
}

function childOf({ isList, pointer, rules, items, name }: Frame): Place {
  const key = isList ? String(items) : (name ?? '');
  const parts = rules.flatMap((rule): readonly SchemaPart[] => {
    const part = isList ? itemIn(rule, items) : propertyIn(rule, key);
    return part === undefined ? [] : [part];
  });
  return { pointer: `${pointer}/${encodeStep(key)}`, parts };
}

const propertyIn = ({ properties }: JsonSchema, name: string): SchemaPart | undefined =>
  Object.hasOwn(recordOf(properties), name) ? (recordOf(properties)[name] as SchemaPart) : undefined;

function itemIn({ prefixItems, items }: JsonSchema, at: number): SchemaPart | undefined {
  const first = [prefixItems, items].find(Array.isArray) as readonly SchemaPart[] | undefined;
  if (first !== undefined && at < first.length) return first[at];
  return Array.isArray(items) ? undefined : (items as SchemaPart | undefined);
}

const placed = ({ pointer }: Place, found: Found): Found =>
  found === null ? null : { ...found, pointer: pointer + found.pointer };

/** All that has to be followed at once: a part, what it refers to, and what it joins by `allOf`. */
function rulesOf(parts: SchemaParts, part: SchemaPart, depth = 0): readonly JsonSchema[] {
  if (typeof part === 'boolean' || depth > 20) return [];
  const to = parts.referred(part);
  const referred = to === undefined ? [] : rulesOf(parts, to, depth + 1);
  if (to !== undefined && parts.isAlone) return referred;
  const all = Array.isArray(part.allOf) ? (part.allOf as readonly SchemaPart[]) : [];
  return [part, ...referred, ...all.flatMap((one) => rulesOf(parts, one, depth + 1))];
}

/** Of a number only that it is one: `1` may become `1.5` or `1e3`. */
function wrongType(parts: SchemaParts, { pointer, parts: own }: Place, found: string): Found {
  if (own.includes(false)) return { pointer, why: 'is not in the schema' };
  for (const { type } of own.flatMap((part) => rulesOf(parts, part))) {
    const wanted = [type].flat().filter((one): one is string => typeof one === 'string');
    const isOne = wanted.some((one) => one === found || (one === 'integer' && found === 'number'));
    if (wanted.length > 0 && !isOne) return { pointer, why: `must be ${wanted.join(' or ')}, is ${found}` };
  }
  return null;
}

/** `null` where no value of JSON begins so. */
function typeOfLiteral(mark: string): string | null {
  if (mark === 't' || mark === 'f') return 'boolean';
  if (mark === 'n') return 'null';
  return /[-\d]/.test(mark) ? 'number' : null;
}

/** Once its colon is there a name goes on no more. */
function unknownName(frame: Frame | undefined): Found {
  if (frame === undefined || frame.isList || frame.name === null) return null;
  const { name, pointer, rules } = frame;
  const isClosed = rules.some(
    (rule) =>
      rule.additionalProperties === false &&
      rule.patternProperties === undefined &&
      propertyIn(rule, name) === undefined,
  );
  return isClosed ? { pointer: `${pointer}/${encodeStep(name)}`, why: 'is not in the schema' } : null;
}

function tooMany(frame: Frame | undefined): Found {
  const most = frame?.rules.map(({ maxItems }) => maxItems).find((one) => typeof one === 'number');
  if (frame === undefined || !frame.isList || typeof most !== 'number' || frame.items <= most) return null;
  return {
    pointer: frame.pointer,
    why: `does not follow “maxItems”: it has more than ${most} item${most === 1 ? '' : 's'}`,
  };
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
