/**
 * What a test of promptfoo says of how its answers are judged: by which models, and what changes them before. What can't be
 * done here makes assertions unclear: judged otherwise they could pass or fail for no reason.
 */
import { codeIn } from '../../../assertions/read-expectation';
import { afterTransform, assertionTypes, isAsked, isJudged } from '../../../assertions/types';
import type { CaseAssertion } from '../../experiment';
import { type Fields, isFields, type Note, noteUnread } from '../reading';
import { makesVectors, modelOfProvider } from './provider-names';

/** Models that judge where an assertion names none. */
export interface Judges {
  /** Of the test alone: that of all tests judges for the experiment, and can be replaced there. */
  readonly asked: string | null;
  readonly measured: string | null;
}

export interface Judging {
  readonly judges: Judges;
  /** JavaScript that changes answers before they are judged: that of the providers, and that of the test. */
  readonly transforms: { readonly ofProviders?: string; readonly ofTest?: string };
  /** What changes answers, or what was asked, in a way that is not done here; `null` where nothing does. */
  readonly changedBy: string | null;
  /** Judges are asked in words of the file. */
  readonly hasRubric: boolean;
  /** A function of a file makes the verdict of all scores. */
  readonly isScored: boolean;
  readonly leavesOutDefaults: boolean;
  readonly keepsLists: boolean;
  /** JavaScript that makes the variables of a case. */
  readonly changesVars: string | null;
  /** What is written before and behind each prompt. */
  readonly around: Around;
}

export interface Around {
  readonly prefix: string;
  readonly suffix: string;
}

/** The second is the older name of the first. */
const transformNames = ['transform', 'postprocess'] as const;
const changing = transformNames;
const onPrompt = ['transformVars', 'prefix', 'suffix'];
const switches = ['disableDefaultAsserts', 'disableVarExpansion', 'runSerially', 'disableConversationVar'];

/** @param defaults of all tests, which what the test says comes before */
export function judgingOf(test: Fields, where: string, note: Note, defaults?: Judging): Judging {
  const options = isFields(test.options) ? test.options : {};
  noteUnread(
    options,
    ['provider', 'rubricPrompt', ...changing, ...onPrompt, ...switches],
    `${where}: “options”`,
    note,
  );
  const isRead = (name: string) => options[name] === undefined || codeIn(options[name]) !== null;
  const change = [...changing, 'transformVars'].find((name) => !isRead(name)) ?? null;
  const transform = transformNames.map((name) => codeIn(options[name])).find((code) => code !== null);
  const isScored = test.assertScoringFunction !== undefined;
  const hasRubric = options.rubricPrompt !== undefined;
  const unclear = [change, isScored && 'assertScoringFunction', hasRubric && 'rubricPrompt'];
  for (const name of unclear)
    if (typeof name === 'string')
      note(`${where}: “${name}” is not done here: what is judged after it is unclear.`);
  const judges = judgesIn(options.provider, where, note);
  return {
    judges: {
      asked: judges.asked,
      measured: judges.measured ?? defaults?.judges.measured ?? null,
    },
    transforms: { ...defaults?.transforms, ...(transform !== undefined && { ofTest: transform }) },
    changedBy: change ?? defaults?.changedBy ?? null,
    hasRubric: hasRubric || defaults?.hasRubric === true,
    isScored: isScored || defaults?.isScored === true,
    leavesOutDefaults: isOn(options.disableDefaultAsserts, defaults?.leavesOutDefaults),
    keepsLists: isOn(options.disableVarExpansion, defaults?.keepsLists),
    changesVars: codeIn(options.transformVars) ?? defaults?.changesVars ?? null,
    around: {
      prefix: textIn(options.prefix) ?? defaults?.around.prefix ?? '',
      suffix: textIn(options.suffix) ?? defaults?.around.suffix ?? '',
    },
  };
}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const isOn = (value: unknown, other = false): boolean => (typeof value === 'boolean' ? value : other);

/** One provider for all, or one for texts and one for vectors. */
function judgesIn(provider: unknown, where: string, note: Note): Judges {
  if (isFields(provider) && provider.id === undefined) {
    noteUnread(provider, ['text', 'embedding'], `${where}: “provider” of “options”`, note);
    return { asked: modelIn(provider.text), measured: modelIn(provider.embedding) };
  }
  const id = idIn(provider);
  const model = modelIn(provider);
  return id !== null && makesVectors(id)
    ? { asked: null, measured: model }
    : { asked: model, measured: null };
}

const idIn = (provider: unknown): string | null => {
  const id = isFields(provider) ? provider.id : provider;
  return typeof id === 'string' ? id : null;
};

function modelIn(provider: unknown): string | null {
  const id = idIn(provider);
  return id === null ? null : modelOfProvider(id).model;
}

/** Assertions as they are judged here: with their models, and unclear where something changes what they judge. */
export function asJudged(all: readonly CaseAssertion[], judging: Judging): readonly CaseAssertion[] {
  const { isScored } = judging;
  const judged = all.map((one) => ofJudging(one, judging));
  if (!isScored || all.length === 0) return judged;
  return [...judged.map((one) => ({ ...one, weight: 0 })), { type: 'assertScoringFunction' }];
}

function ofJudging(assertion: CaseAssertion, judging: Judging): CaseAssertion {
  const { assert, ...one } = assertion;
  if (assert !== undefined) return { ...one, assert: assert.map((inside) => ofJudging(inside, judging)) };
  const { type, value: _value, model: _model, ...counted } = one;
  const reason = reasonOf(type, judging);
  if (reason !== null) return { ...counted, type: `${type} after “${reason}”`.slice(0, 100) };
  const model = judgeOf(type, judging.judges);
  const judged = model === null || assertion.model !== undefined ? assertion : { ...assertion, model };
  const { transforms: own = [], ...plain } = judged;
  const { ofProviders, ofTest } = judging.transforms;
  const transforms = [ofProviders, ofTest, ...own].filter((code) => code !== undefined);
  const after = transforms.length === 0 ? 'same' : afterTransformOf(type);
  if (after === 'unclear') return { ...counted, type: `${type} after “transform”`.slice(0, 100) };
  return after === 'same' ? plain : { ...plain, transforms };
}

/** A type that is not judged here stays one, whatever changes the answer. */
function afterTransformOf(type: string): ReturnType<typeof afterTransform> {
  const bare = assertionTypes.find((one) => one === type.replace(/^not-/, ''));
  return bare === undefined ? 'same' : afterTransform(bare);
}

/** What is measured of the call alone stays as it is. */
const ofCall = /^(not-)?(cost|latency|finish-reason|token-count|perplexity(-score)?)$/;

function reasonOf(type: string, { changedBy, hasRubric }: Judging): string | null {
  if (changedBy !== null && !ofCall.test(type)) return changedBy;
  return hasRubric && isAsked(type) ? 'rubricPrompt' : null;
}

function judgeOf(type: string, { asked, measured }: Judges): string | null {
  if (isAsked(type)) return asked;
  return isJudged(type.replace(/^not-/, '')) ? measured : null;
}
