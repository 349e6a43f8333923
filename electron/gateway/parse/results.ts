/** The results in an answer, at any depth of the places where gateways put them. */
import type { MediaSource, ResultFacts } from '../types/media';
import { fieldsOf, isRecord, type JsonRecord, numberOrNull, plainName, textOrNull } from './json';
import { readMediaSource, readMediaText } from './media-source';

/** Where results stand, without case and signs, the surest first. */
const PLACES = [
  ...['output', 'outputs', 'result', 'results', 'taskresult', 'video', 'videos', 'generatedvideos'],
  ...['generatedsamples', 'generatevideoresponse', 'videoresult', 'images', 'generatedimages', 'imageresult'],
  ...[
    'audios',
    'data',
    'unsignedurls',
    'videourls',
    'imageurls',
    'audiourls',
    'fileurls',
    'resulturls',
    'outputurls',
  ],
  ...[
    'artifacts',
    'base64',
    'imagebase64',
    'videobase64',
    'audiobase64',
    'assets',
    'files',
    'file',
    'creations',
    'generations',
    'predictions',
    'works',
    'gifs',
  ],
  ...['samples', 'sample', 'resultjson', 'content', 'contents', 'response', 'resp', 'choices', 'candidates'],
  ...['generated', 'download', 'downloads', 'job', 'jobs', 'task', 'tasks', 'taskinfo'],
];
/** What else such a place may be called: `ResultImage`, `final_image_list`, `FileInfos`, `sunoData`, `sdGenerationJob`. */
const PLACE =
  /^(?!.*(?:input|init|source|origin|request|prompt|meta|user|mask|ref|config|external))(?:\w*(?:results?|images?|videos?|audios?|files?|outputs?)(?:list|infos?|set|data)?|\w*base64(?:list)?|\w+(?:data|job|task|generation|bypk|operation|prediction))$/;
/** Where what was sent may stand too, so that they are read last. */
const VAGUE_PLACES = ['message', 'parts', 'items', 'media', 'audio', 'image', 'info', 'payload', 'body'];
/** Lists of addresses that may be relative, as a bare text elsewhere is not. */
const ADDRESS_LISTS = /^(?:unsigned|video|image|audio|file|result|output)urls$/;
const MOST_LEVELS = 10;
/** More than any answer holds; beyond it, it is no list of results. */
const MOST_RESULTS = 5_000;

/** What was found, and the item that held it, which may say more of it. */
export interface Found {
  readonly source: MediaSource;
  readonly item: unknown;
}

/** The first place that holds something wins, so that one result reported twice is one. */
export function readResults(answer: unknown, baseUrl: string): readonly Found[] {
  if (!isRecord(answer)) return inItem(answer, baseUrl, 0);
  const sure = readSureResults(answer, baseUrl);
  return sure.length > 0 ? sure : [...direct(answer, baseUrl), ...inPlaces(answer, VAGUE_PLACES, baseUrl, 0)];
}

/** The same without the places in which what was sent may stand as well. */
export function readSureResults(record: JsonRecord, baseUrl: string): readonly Found[] {
  const found = inPlaces(record, PLACES, baseUrl, 0);
  return found.length > 0
    ? found
    : direct(record, baseUrl, (name) => /^(?:url|videourl|b64json)$/.test(name));
}

/** The fields of the record itself that hold an address or bytes. */
function direct(record: JsonRecord, baseUrl: string, isTaken = isDirect): readonly Found[] {
  const fields = Object.entries(record).filter(([field]) => isTaken(plainName(field)));
  const source = readMediaSource(Object.fromEntries(fields), baseUrl);
  return source === null ? [] : [{ source, item: record }];
}

const isDirect = (name: string): boolean => /url$|base64$|b64/.test(name) && !isSkipped(name);

function inPlaces(
  record: JsonRecord,
  places: readonly string[],
  baseUrl: string,
  level: number,
): readonly Found[] {
  if (level > MOST_LEVELS) return [];
  const fields = fieldsOf(record);
  const others = [...fields.keys()].filter(
    (field) => PLACE.test(field) && !ALL_PLACES.includes(field) && !isSkipped(field),
  );
  for (const place of places === VAGUE_PLACES ? places : [...places, ...others]) {
    const value = fields.get(place);
    if (value === undefined || value === null) continue;
    const found = ADDRESS_LISTS.test(place)
      ? [value].flat().flatMap((url) => inItem(isRecord(url) ? url : { url }, baseUrl, level + 1))
      : inItem(value, baseUrl, level + 1);
    if (found.length > 0) return found;
  }
  return [];
}

const ALL_PLACES = [...PLACES, ...VAGUE_PLACES];

/** Each item of a list is a result of its own; a record is one itself, or holds some. */
function inItem(value: unknown, baseUrl: string, level: number): readonly Found[] {
  if (level > MOST_LEVELS) return [];
  if (Array.isArray(value))
    return value.slice(0, MOST_RESULTS).flatMap((item) => inItem(item, baseUrl, level + 1));
  if (typeof value === 'string') return inText(value, baseUrl, level);
  if (!isRecord(value)) return [];
  const numbered = isNumbered(value) ? Object.values(value) : null;
  if (numbered !== null) return inItem(numbered, baseUrl, level + 1);
  const held = holdsLists(value) ? inPlaces(value, ALL_PLACES, baseUrl, level) : [];
  if (held.length > 0) return held;
  const source = readMediaSource(value, baseUrl);
  return source === null ? inPlaces(value, ALL_PLACES, baseUrl, level) : [{ source, item: value }];
}

/** JSON written as text, as some do, is read like JSON. */
function inText(text: string, baseUrl: string, level: number): readonly Found[] {
  const inner = parseInner(text);
  if (inner !== undefined) return inItem(inner, baseUrl, level + 1);
  const source = readMediaText(text, baseUrl, null);
  // Words alone are base64 too by their letters.
  const isWords = source?.kind === 'bytes' && source.contentType === null && /\s/.test(text.trim());
  return source === null || isWords ? [] : [{ source, item: text }];
}

/** Results by the numbers of the steps that made them: `outputs: { "9": { images: [...] } }` (ComfyUI). */
const isNumbered = (record: JsonRecord): boolean => {
  const entries = Object.entries(record);
  return entries.length > 0 && entries.every(([name, value]) => /^\d{1,9}$/.test(name) && isRecord(value));
};

const holdsLists = (record: JsonRecord): boolean =>
  Object.entries(record).some(
    ([field, value]) => Array.isArray(value) && value.length > 1 && ALL_PLACES.includes(plainName(field)),
  );

/** What was asked for, and addresses that are no results: of the job itself, its stop, its pages. */
const SKIPPED =
  /^(?:input|request|params|parameters|prompt|config|logs?|(?:status|polling|poll|cancel|stream|get|task|query|callback|webhook|notify|docs?|documentation|help|web|dashboard|terms|next|previous|self|response|fetch|check)(?:url|uri|hook|link)?|urls|links|fetchresult)$/;
/** By its name without case and signs. */
export const isSkipped = (name: string): boolean => SKIPPED.test(name);

/** Longer text is no answer that was put into another. */
const LONGEST_INNER = 1_000_000;

export function parseInner(text: string): object | undefined {
  if (!/^\s*[{[]/.test(text) || text.length > LONGEST_INNER) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

// What a gateway says of one result: the prompt that was really used, and the seed.

/** Above any prompt that the app sends. */
const MAX_PROMPT_CHARACTERS = 32_000;

/** Of an item in a list of results. */
export function readResultFacts(item: unknown): ResultFacts {
  const { revised_prompt, seed }: JsonRecord = isRecord(item) ? item : {};
  return {
    revisedPrompt: textOrNull(revised_prompt)?.slice(0, MAX_PROMPT_CHARACTERS).toWellFormed() ?? null,
    ...readSeed(seed),
  };
}

/** Of a job's record: in the record, its output, or the input that it repeats, which has the seed that was chosen. */
export function readJobFacts(record: JsonRecord): ResultFacts {
  const [output] = [record.output].flat();
  const found = [record, output, record.input].map(readResultFacts);
  const seed = found.find((one) => one.seed !== undefined)?.seed;
  return {
    revisedPrompt: found.find(({ revisedPrompt }) => revisedPrompt !== null)?.revisedPrompt ?? null,
    ...(seed !== undefined && { seed }),
  };
}

/** A larger number is not exact, so it would not give the same result. */
function readSeed(value: unknown): Pick<ResultFacts, 'seed'> {
  const seed = numberOrNull(value);
  return seed !== null && Number.isSafeInteger(seed) ? { seed } : {};
}
