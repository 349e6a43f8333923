/**
 * Sources of a reply beside its choices, `citations`, `search_results` and their like, or in fields of a
 * gateway's own.
 */
import { isRecord, type JsonRecord, textOrNull } from './json';

/** The fuller lists first: an address in a later one is the same source. */
const FIELDS = [
  ...['search_results', 'web_search', 'references', 'sources', 'citations', 'search_info'],
  ...['sourceDocuments', 'quoteList'],
];
/** Of events whose data is such a list. */
const EVENTS = /^(?:source_?documents|sources|citations|references)$/i;
/** Kept of one reply; the inspector has all of them. */
const MOST_CITED = 100;

export interface Citations {
  /** Takes a whole reply or one chunk; each may repeat what came before. */
  add(body: JsonRecord): void;
  all(): readonly JsonRecord[];
  /** Characters of JSON that are kept. */
  size(): number;
}

export function createCitations(): Citations {
  const cited = new Map<string, JsonRecord>();
  let size = 0;
  return {
    add(body) {
      for (const raw of [...FIELDS.map((field) => body[field]), ...ownLists(body)].flatMap(sourcesOf)) {
        const key = addressOf(raw) ?? JSON.stringify(raw);
        if (cited.size >= MOST_CITED && !cited.has(key)) return;
        if (cited.has(key)) continue;
        cited.set(key, raw);
        size += JSON.stringify(raw).length;
      }
    },
    all: () => [...cited.values()],
    size: () => size,
  };
}

/**
 * Venice's `venice_parameters.web_search_citations`; Dify's `metadata.retriever_resources`; Flowise's event; in a
 * message, Azure's `context.citations` (On Your Data) and what the tools found that Groq ran itself,
 * `executed_tools[].search_results`; in a choice, PrivateGPT's `sources`.
 */
function ownLists(body: JsonRecord): readonly unknown[] {
  const { venice_parameters: venice, choices, metadata } = body;
  const messages = (Array.isArray(choices) ? choices : [])
    .filter(isRecord)
    .flatMap(({ message, delta }) => [message, delta].filter(isRecord));
  const ofChoices = (Array.isArray(choices) ? choices : []).filter(isRecord).map(({ sources }) => sources);
  const ofMessages = messages.flatMap(({ context, executed_tools: tools, reference }) => [
    isRecord(context) ? context.citations : null,
    chunksOf(reference),
    ...[tools].flat().map((tool) => (isRecord(tool) ? tool.search_results : null)),
  ]);
  const isEvent = EVENTS.test(textOrNull(body.event) ?? textOrNull(body.type) ?? '');
  return [
    isRecord(venice) ? venice.web_search_citations : null,
    isRecord(metadata) ? metadata.retriever_resources : null,
    isEvent ? (body.data ?? body.content) : null,
    isRecord(body.data) ? chunksOf(body.data.reference) : null,
    ...ofChoices,
    ...ofMessages,
  ];
}

/** RAGFlow’s `reference`: a list of chunks, or the same in `chunks`, or by their ids. */
function chunksOf(reference: unknown): readonly unknown[] {
  const chunks = isRecord(reference) ? (reference.chunks ?? reference) : reference;
  const list = Array.isArray(chunks) ? chunks : isRecord(chunks) ? Object.values(chunks) : [];
  return list.every(isRecord) ? list : [];
}

/** As a part of a message has it: a bare address becomes a record of one. */
function sourcesOf(value: unknown): readonly JsonRecord[] {
  const list = isRecord(value) ? (value.search_results ?? value.results) : value;
  if (!Array.isArray(list)) return [];
  return list.flatMap((item) => {
    if (isRecord(item)) return [item];
    const url = textOrNull(item);
    return url === null ? [] : [{ url }];
  });
}

const addressOf = (raw: JsonRecord): string | null => textOrNull(raw.url) ?? textOrNull(raw.link);
