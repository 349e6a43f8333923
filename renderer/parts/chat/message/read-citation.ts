import { cutText } from '../../../../shared/text/cut-text';
import { prettyJson } from './json-text';

/** What a reply names for what it said. */
export interface Source {
  /** `null` where it has no address that a browser opens. */
  readonly url: string | null;
  readonly title: string;
  /** The words that it is said of, or was said in; `null` where none came. */
  readonly quote: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The fields that hold a source inside another record: OpenAI's annotations (`url_citation`, `file_citation`), Gemini's
 * grounding (`web`, `retrievedContext`), Cohere's documents.
 */
const nested = [
  'url_citation',
  'file_citation',
  'container_file_citation',
  'file_path',
  'web',
  'retrievedContext',
  'document',
  'data',
];
/** The same, where the record itself names neither an address nor a title. */
const besides = ['source', 'metadata'];
const urls = ['url', 'link', 'uri', 'source'];
const titles = [
  ...['title', 'name', 'filename', 'file_name', 'document_name', 'sourceName', 'media', 'source'],
  ...['file_id', 'id'],
];
const quotes = ['snippet', 'content', 'text', 'quote', 'cited_text', 'pageContent', 'q'];

/** Of one citation: Cohere's name several sources for one stretch of the text. What is not known is shown as it came. */
export function readSources(raw: unknown): readonly Source[] {
  const fields = fieldsOf(raw);
  const several = Array.isArray(fields.sources) ? fields.sources : null;
  if (several !== null && several.length > 0) {
    const said = firstText(fields, ['text']);
    return several.map((one) => ({ ...readOne(one), ...(said !== null && { quote: cut(said) }) }));
  }
  return [readOne(raw)];
}

function readOne(raw: unknown): Source {
  const outer = fieldsOf(raw);
  const isNamed = [...urls, 'title', 'name'].some((name) => typeof outer[name] === 'string');
  const inner = [...nested, ...(isNamed ? [] : besides)]
    .map((name) => fieldsOf(outer[name]))
    .find((one) => Object.keys(one).length > 0);
  const fields = inner ?? outer;
  const url = urls.map((name) => fields[name]).find(isAddress) ?? null;
  const title = firstText(fields, titles);
  // A source's words may be beside it: Open WebUI lists them as `document`.
  const [listed] = [outer.document].flat();
  const quote =
    firstText(fields, quotes) ?? firstText(outer, quotes) ?? (typeof listed === 'string' ? listed : null);
  if (url === null && (title === null || (inner === undefined && quote === null)))
    return { url: null, title: prettyJson(raw), quote: null };
  return { url, title: cut(title ?? url ?? ''), quote: quote === null ? null : cut(quote) };
}

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:\/\//i.test(value);

const cut = (text: string): string => cutText(text.trim(), 200);

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

function firstText(fields: Fields, names: readonly string[]): string | null {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return null;
}
