/** The facts in a model's record, as values to filter by. Parsed once for each record. */
import { type ModalityId, modalityIds } from '../../../shared/modalities/modalities';
import { fieldOfRecord, type Model } from '../../../shared/models/models';
import { isChatModel } from '../../lib/is-chat-model';
import { makesKind } from '../../lib/models-for';
import { comparedPrice } from './price';

/** `other` is an output that no tab generates; `not stated` is for records without one. */
export const kindLabels = {
  text: 'Text',
  image: 'Images',
  speech: 'Speech',
  video: 'Video',
  other: 'Other',
  unknown: 'Not stated',
} as const;
export type Kind = keyof typeof kindLabels;

export interface ModelFacts {
  readonly kinds: readonly Kind[];
  /** Capabilities as labels: ours for known ones, the record's own names for everything else that it sets to true. */
  readonly words: readonly string[];
  /** The text that a search covers, in lower case. */
  readonly searchText: string;
  /** The record's own description, where it has one. */
  readonly description: string | null;
  /** Milliseconds since the epoch; `null` where none is given, or an impossible one. */
  readonly releasedAt: number | null;
  /** @see comparedPrice */
  readonly price: number | null;
}

const known = new WeakMap<Model, ModelFacts>();

export function factsOf(model: Model): ModelFacts {
  const before = known.get(model);
  if (before !== undefined) return before;
  const facts = readFacts(model);
  known.set(model, facts);
  return facts;
}

function readFacts(model: Model): ModelFacts {
  const description = textField(model.raw, 'description');
  const name = textField(model.raw, 'name');
  const searched = [model.id, model.ownedBy, name, description].filter((text) => text !== null);
  return {
    kinds: kindsOf(model),
    words: wordsOf(model),
    searchText: searched.join('\n').slice(0, searchedCharacters).toLowerCase(),
    description,
    releasedAt: isDate(model.createdAt) ? model.createdAt : null,
    price: comparedPrice(model.pricing),
  };
}

const latestDate = 8.64e15;
const isDate = (time: number | null) => time !== null && Math.abs(time) <= latestDate;
const searchedCharacters = 4_000;

function textField(record: unknown, name: string): string | null {
  const value = fieldOfRecord(record, name);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

function kindsOf(model: Model): readonly Kind[] {
  const { capabilities } = model;
  if (capabilities === null || capabilities.output.length === 0) return ['unknown'];
  const makes: readonly (readonly [Kind, boolean])[] = [
    ['text', isChatModel(model)],
    ['image', makesKind(model, 'image')],
    ['speech', makesKind(model, 'audio')],
    ['video', makesKind(model, 'video')],
  ];
  const kinds = makes.filter(([, does]) => does).map(([kind]) => kind);
  return kinds.length === 0 ? ['other'] : kinds;
}

function wordsOf({ capabilities, raw }: Model): readonly string[] {
  const lists = ['voices', 'sizes', 'resolutions'] as const;
  const words = [
    ...(capabilities?.streaming ? ['streaming'] : []),
    ...(capabilities?.input ?? [])
      .filter((word) => word.toLowerCase() !== 'text')
      .map((word) => `${word} input`),
    ...lists.filter((name) => (capabilities?.[name]?.length ?? 0) > 0),
    ...(capabilities?.duration === undefined ? [] : ['duration']),
    ...trueNames(fieldOfRecord(raw, 'capabilities')),
  ];
  return [...new Set(words)];
}

const namesAtMost = 12;

/** The record's own names of the model's capabilities, such as `{ "function_calling": true }`. */
function trueNames(capabilities: unknown): readonly string[] {
  if (typeof capabilities !== 'object' || capabilities === null) return [];
  const names = Object.entries(capabilities).filter(([, value]) => value === true);
  return names.slice(0, namesAtMost).map(([name]) => name);
}

/** The tabs in which a model can be used; all of them where it does not state its output. */
export function tabsFor(model: Model): readonly ModalityId[] {
  const { kinds } = factsOf(model);
  if (kinds.includes('unknown')) return modalityIds;
  return modalityIds.filter((tab) => kinds.includes(tab === 'chat' ? 'text' : tab));
}
