/** A gateway with any number of models, some of them with unexpected records. */
import { type HostileServer, json, startHostileServer } from './hostile-server';

export const oddModels = {
  /** Priced by an unknown unit. */
  unknownUnit: 'odd/by-the-minute',
  /** In money instead of credits. */
  otherCurrency: 'odd/in-dollars',
  noPrice: 'odd/no-price',
  unknownCapabilities: 'odd/strange-powers',
  free: 'odd/free',
  long: `odd/${'very-long-name-'.repeat(16)}end`,
  markup: 'odd/<img src=x onerror=alert(1)>',
} as const;

const price = (pricing: object) => ({ vendor: { pricing } });

const oddRecords: readonly unknown[] = [
  {
    id: oddModels.unknownUnit,
    owned_by: 'odd',
    ...price({ unit: 'minute', per_unit: 3, surcharge: { night: 2 } }),
  },
  { id: oddModels.otherCurrency, owned_by: 'odd', ...price({ currency: 'usd', unit: 'token', input: 1 }) },
  { id: oddModels.noPrice, created: 9e99 },
  {
    id: oddModels.unknownCapabilities,
    owned_by: null,
    created: -1,
    vendor: {
      pricing: { unit: 'token', input: 1e-9, output: 1e-9, cached_input: 0.5 },
      capabilities: { telepathy: true, reach: { km: 12 }, modalities: 'all of them' },
    },
  },
  {
    id: oddModels.free,
    owned_by: 'odd',
    vendor: { pricing: { unit: 'image', per_unit: 0 }, capabilities: { modalities: { output: ['image'] } } },
  },
  { id: oddModels.long, owned_by: 'a provider whose name is quite as long as what it provides'.repeat(3) },
  { id: oddModels.markup, description: '<b>bold</b> \u202eright to left' },
  'odd/a-bare-id',
  { id: 'odd/listed-twice', owned_by: 'first' },
  { id: 'odd/listed-twice', owned_by: 'second' },
  { name: 'no id at all' },
  null,
  7,
];

/** How many of the odd records are models. */
export const oddCount = 9;

const dayMs = 86_400_000;

/** An ordinary record; its output, price and capabilities follow from its number. */
function ordinary(index: number): unknown {
  const kind = index % 10;
  const base = {
    id: `maker-${index % 25}/model-${index}`,
    object: 'model',
    owned_by: `maker-${index % 25}`,
    created: Math.floor((Date.now() - index * dayMs) / 1_000),
    description: `The number ${index} of a long list`,
  };
  if (kind === 7) return { ...base, vendor: imageModel(index) };
  if (kind === 8) return { ...base, vendor: speechModel(index) };
  if (kind === 9) return { ...base, vendor: videoModel(index) };
  return { ...base, vendor: chatModel(index) };
}

const rounded = (value: number) => Number(value.toFixed(4));

const chatModel = (index: number) => ({
  pricing: {
    currency: 'credits',
    unit: 'token',
    input: rounded(0.05 + index * 0.01),
    output: rounded(0.2 + index * 0.04),
  },
  capabilities: {
    modalities: { input: index % 3 === 0 ? ['text', 'image'] : ['text'], output: ['text'] },
    streaming: index % 4 !== 0,
    context_window: 8_000 * 2 ** (index % 7),
    max_output: 4_096,
    function_calling: index % 2 === 0,
  },
});

const imageModel = (index: number) => ({
  pricing: {
    currency: 'credits',
    unit: 'image',
    per_unit: rounded(1 + index * 0.1),
    by_resolution: { '1024x1024': rounded(1 + index * 0.1), '2048x2048': rounded(3 + index * 0.1) },
  },
  capabilities: {
    modalities: { input: ['text'], output: ['image'] },
    sizes: ['1024x1024', '2048x2048'],
  },
});

const speechModel = (index: number) => ({
  pricing: { currency: 'credits', unit: 'character', per_unit: rounded(0.001 + index * 0.0001) },
  capabilities: { modalities: { input: ['text'], output: ['audio'] }, voices: ['ada', 'bob'] },
});

const videoModel = (index: number) => ({
  pricing: {
    currency: 'credits',
    unit: 'second',
    by_resolution: { '480p': rounded(1 + index * 0.01), '1080p': rounded(4 + index * 0.01) },
  },
  capabilities: {
    modalities: { input: ['text'], output: ['video'] },
    resolutions: ['480p', '1080p'],
    duration: { min: 1, max: 12 },
  },
});

/** This many records, including the odd ones. */
export const modelRecords = (ordinaries: number): readonly unknown[] => [
  ...oddRecords,
  ...Array.from({ length: ordinaries }, (_, index) => ordinary(index)),
];

export interface ModelGateway extends HostileServer {
  /** The list that the next refresh returns. */
  list(records: readonly unknown[]): void;
}

/** Answers every request with its list. */
export async function startModelGateway(records: readonly unknown[]): Promise<ModelGateway> {
  const server = await startHostileServer();
  let listed = records;
  const meta = { gatehouse: { credits_used: 0, credits_remaining: 500 } };
  for (let request = 0; request < 100; request += 1) {
    server.script(() => json({ object: 'list', data: listed, ...meta }));
  }
  return {
    ...server,
    list: (next) => {
      listed = next;
    },
  };
}
