import { describe, expect, it } from 'vitest';
import { factsAsGiven, priceFacts } from '../../../../renderer/features/models/known-facts';
import { factsOf, tabsFor } from '../../../../renderer/parts/models/model-facts';
import { formatAmount, priceText, whatCreditsBuy } from '../../../../renderer/parts/models/model-text';
import { comparedPrice, normalPrice } from '../../../../renderer/parts/models/price';
import {
  type ModelFilter,
  type SortKey,
  selectModels,
} from '../../../../renderer/parts/models/select-models';
import { noModelChoices } from '../../../../shared/models/model-choices';
import type { Model, Pricing } from '../../../../shared/models/models';
import { aModel } from '../../../support/records';

const makes = (...output: string[]) => ({ capabilities: { input: ['text'], output } });
const priced = (pricing: Pricing | null, ...output: string[]) =>
  aModel({ id: 'm', pricing, ...(output.length > 0 && makes(...output)) });

describe('a normalized price', () => {
  it('is per 1,000 tokens, one image, 1,000 characters or one second', () => {
    expect(normalPrice({ unit: 'token', input: 0.4, output: 1.2 })).toEqual({
      per: '1k tokens',
      lines: [
        { what: 'in', credits: 0.4 },
        { what: 'out', credits: 1.2 },
      ],
    });
    expect(normalPrice({ unit: 'character', perUnit: 0.0021 })).toEqual({
      per: '1k characters',
      lines: [{ what: '', credits: 2.1 }],
    });
    expect(normalPrice({ unit: 'second', byResolution: { '480p': 1, '720p': 2.4 } })?.lines).toHaveLength(2);
  });

  it('is unknown if the record has none', () => {
    expect(normalPrice(null)).toBeNull();
    expect(normalPrice({ unit: 'token' })).toBeNull();
    expect(comparedPrice({ unit: 'image' })).toBeNull();
  });

  it('of an unknown form is shown as in the record', () => {
    const raw = { id: 'm', x: { pricing: { unit: 'minute', per_unit: 3 } } };
    const model = aModel({ id: 'm', raw });
    expect(priceText(model)).toMatchObject({ text: '{"unit":"minute","per_unit":3}', isRaw: true });
    expect(factsAsGiven(model, 'pricing')).toEqual([
      ['unit', 'minute'],
      ['per_unit', '3'],
    ]);
    expect(priceFacts(model)).toEqual([]);
    expect(priceText(aModel({ id: 'm', raw: { id: 'm' } }))).toMatchObject({
      text: 'not stated',
      isKnown: false,
    });
  });

  it('of a long prompt has its own line, in credits or dollars', () => {
    const tiers = [{ from: 200_000, prices: { input: 0.005, cached: 0.0005, output: 0.0225 } }];
    const raw = { pricing: { unit: 'token', overrides: [] } };
    const model = aModel({ id: 'm', raw, pricing: { unit: 'token', input: 0.003, tiers } });
    const [name, length] = ['From 200K', ', with a prompt of 200,000 tokens or more'];
    expect(priceFacts(model)).toContainEqual([
      name,
      `0.005 in / 0.0225 out / 0.0005 from the cache cr per 1k tokens${length}`,
    ]);
    expect(factsAsGiven(model, 'pricing')).toEqual([]);
    const dollarPrices = { inputPerMillion: 3, tiers: [{ from: 200_000, prices: { input: 6 } }] };
    expect(priceFacts(aModel({ id: 'm', dollarPrices }))).toEqual([
      ['Price', '$3 in per 1M tokens'],
      [name, `$6 in per 1M tokens${length}`],
    ]);
  });

  it('that is partly understood shows the rest unchanged', () => {
    const raw = { pricing: { unit: 'token', input: 1, cached_input: 0.1 } };
    const model = aModel({ id: 'm', raw, pricing: { unit: 'token', input: 1 } });
    expect(factsAsGiven(model, 'pricing')).toEqual([['cached_input', '0.1']]);
  });
});

describe('what 100 credits buy', () => {
  const bought = (model: Model) => {
    const amounts = whatCreditsBuy(100, model);
    return Array.isArray(amounts) ? amounts.map(formatAmount) : amounts;
  };

  it.each<[string, Model, readonly string[]]>([
    [
      'words of replies',
      priced({ unit: 'token', input: 0.4, output: 1.2 }, 'text'),
      ['≈ 62.5K words', '83.3K tokens'],
    ],
    ['tokens where it does not say that it writes', priced({ unit: 'token', input: 0.5 }), ['200K tokens']],
    ['whole images', priced({ unit: 'image', byResolution: { s: 3, l: 40 } }, 'image'), ['2–33 images']],
    [
      'speech',
      priced({ unit: 'character', perUnit: 0.002 }, 'audio'),
      ['≈ 55.6 min of speech', '50K characters'],
    ],
    [
      'seconds',
      priced({ unit: 'second', byResolution: { '480p': 1, '720p': 2.5 } }, 'video'),
      ['40–100 s of video'],
    ],
    ['minutes', priced({ unit: 'second', perUnit: 0.1 }, 'speech'), ['16.7 min of speech']],
    [
      'what is paid for, where the rest is free',
      priced({ unit: 'token', input: 2, output: 0 }),
      ['50K tokens'],
    ],
    ['more than anyone counts', priced({ unit: 'token', output: 1e-300 }), ['1000T+ tokens']],
  ])('is %s', (_name, model, expected) => {
    expect(bought(model)).toEqual(expected);
  });

  it('is unknown without a price, and unlimited if everything is free', () => {
    expect(bought(priced(null, 'text'))).toBeNull();
    expect(bought(priced({ unit: 'image', perUnit: 0 }))).toBe('free');
  });
});

describe('a record', () => {
  it('is read into modalities and features, with its own names for others', () => {
    const model = aModel({
      id: 'm',
      capabilities: { input: ['text', 'image'], output: ['text', 'Audio'], streaming: true, voices: ['ada'] },
      raw: { x: { capabilities: { streaming: true, function_calling: true, vision: false } } },
    });
    expect(factsOf(model)).toMatchObject({
      kinds: ['text', 'speech'],
      words: ['streaming', 'image input', 'voices', 'function_calling'],
    });
    expect(tabsFor(model)).toEqual(['chat', 'speech']);
  });

  it('may be empty or foreign', () => {
    expect(factsOf(aModel({ id: 'm' })).kinds).toEqual(['unknown']);
    expect(tabsFor(aModel({ id: 'm' }))).toHaveLength(4);
    const embedding = aModel({ id: 'm', ...makes('embedding') });
    expect(factsOf(embedding).kinds).toEqual(['other']);
    expect(tabsFor(embedding)).toEqual([]);
  });

  it('shows no impossible date', () => {
    expect(factsOf(aModel({ id: 'm', createdAt: 9e99 })).releasedAt).toBeNull();
  });
});

describe('the selection', () => {
  const nowMs = 1_000 * 86_400_000;
  const models = [
    aModel({
      id: 'b',
      ownedBy: 'x',
      createdAt: nowMs - 86_400_000,
      pricing: { unit: 'token', input: 1, output: 5 },
    }),
    aModel({ id: 'a10', pricing: { unit: 'image', perUnit: 1 }, ...makes('image') }),
    aModel({ id: 'a9', createdAt: 0, pricing: { unit: 'token', input: 3, output: 2 }, ...makes('text') }),
    aModel({ id: 'c', ownedBy: 'x', capabilities: { input: [], output: ['text'], contextWindow: 8_000 } }),
  ];
  const ids = (filter: ModelFilter, by: SortKey = 'id', isDescending = false, choices = noModelChoices) =>
    selectModels(models, { filter, sort: { by, isDescending }, choices, nowMs })
      .map(({ id }) => id)
      .join(' ');

  it('is sorted by each column, with missing values last in both directions', () => {
    expect(ids({})).toBe('a9 a10 b c');
    expect(ids({}, 'id', true)).toBe('c b a10 a9');
    expect(ids({}, 'owner')).toBe('b c a9 a10');
    expect(ids({}, 'created', true)).toBe('b a9 a10 c');
    expect(ids({}, 'created')).toBe('a9 b a10 c');
    expect(ids({}, 'context', true)).toBe('c a9 a10 b');
  });

  it('keeps prices of one unit together', () => {
    expect(ids({}, 'price')).toBe('a9 b a10 c');
    expect(ids({}, 'price', true)).toBe('a10 b a9 c');
  });

  it('puts pinned models first and leaves out hidden ones, unless they are included', () => {
    const choices = { pinned: ['c'], hidden: ['a9'], recent: {} };
    expect(ids({}, 'id', false, choices)).toBe('c a10 b');
    expect(ids({ showsHidden: true }, 'id', false, choices)).toBe('c a9 a10 b');
  });

  it.each<[ModelFilter, string]>([
    [{ text: 'A 1' }, 'a10'],
    [{ kind: 'text' }, 'a9 c'],
    [{ kind: 'unknown' }, 'b'],
    [{ owner: '' }, 'a9 a10'],
    [{ price: 3 }, 'a9 a10'],
    [{ price: 'unknown' }, 'c'],
    [{ price: 'free' }, ''],
    [{ context: 8_000 }, 'c'],
    [{ days: 30 }, 'b'],
    [{ word: 'streaming' }, ''],
    [{ owner: 'x', kind: 'text' }, 'c'],
  ])('is filtered by %j', (filter, expected) => {
    expect(ids(filter)).toBe(expected);
  });
});
