/**
 * The types of assertions by what they need. Names and meaning are those of promptfoo, whose files are read as they are:
 * https://www.promptfoo.dev/docs/configuration/expected-outputs/deterministic/ . Those of media and `token-count` are ours.
 */

/** Judged from the reply alone: nothing is sent and nothing runs. */
const plainTypes = [
  'equals',
  'contains',
  'icontains',
  'contains-all',
  'contains-any',
  'icontains-all',
  'icontains-any',
  'starts-with',
  'regex',
  'is-json',
  'contains-json',
  'is-xml',
  'contains-xml',
  'is-html',
  'contains-html',
  'is-refusal',
  'is-valid-openai-tools-call',
  'tool-call-f1',
  'trajectory:tool-used',
  'trajectory:tool-args-match',
  'levenshtein',
  'bleu',
  'gleu',
  'rouge-n',
  'word-count',
  'token-count',
  'finish-reason',
  'cost',
  'latency',
  'perplexity',
  'perplexity-score',
  'width',
  'height',
  'duration',
  'format',
  'file-size',
  'has-alpha',
  'is-silent',
] as const;
export type PlainType = (typeof plainTypes)[number];

/** Judged by code of the file, run apart from the app and without network, files and clock. */
const codeTypes = ['javascript'] as const;

/** Judged by a model of the person's choice: each is a request that is priced and paid like any other. */
const gradingTypes = [
  'llm-rubric',
  'factuality',
  'model-graded-factuality',
  'model-graded-closedqa',
  'text-in-image',
] as const;

/** Measured by the vectors that a model makes of the answer and of the value: how alike they are. */
const measuredTypes = ['similar', 'similar:cosine', 'similar:dot', 'similar:euclidean'] as const;

/** The same over all replies to one case together. */
export const comparingTypes = ['select-best', 'pairwise'] as const;

export type GradingType = (typeof gradingTypes)[number];
export type ComparingType = (typeof comparingTypes)[number];
export type MeasuredType = (typeof measuredTypes)[number];
/** What a judge is asked in words. */
export type AskedType = GradingType | ComparingType;
export type JudgedType = AskedType | MeasuredType;

/** What a model is asked to judge. */
export const judgedTypes: readonly JudgedType[] = [...gradingTypes, ...measuredTypes, ...comparingTypes];

export const isJudged = (type: string): type is JudgedType =>
  (judgedTypes as readonly string[]).includes(type);
export const isMeasured = (type: JudgedType): type is MeasuredType =>
  (measuredTypes as readonly string[]).includes(type);
/** Whether a judge is asked it in words, or the opposite of it. */
export function isAsked(type: string): boolean {
  const bare = type.replace(/^not-/, '');
  return isJudged(bare) && !isMeasured(bare);
}
export const isComparing = (type: JudgedType): type is ComparingType =>
  (comparingTypes as readonly string[]).includes(type);

/** Decided by the scores of all answers to a case: nothing is sent. */
const scoredTypes = ['max-score'] as const;

export type AssertionType = PlainType | 'javascript' | JudgedType | (typeof scoredTypes)[number];
export const assertionTypes: readonly AssertionType[] = [
  ...plainTypes,
  ...codeTypes,
  ...judgedTypes,
  ...scoredTypes,
];

/** Judged from what the call took, or from files: what changes the text of the answer makes no difference. */
const besideText: readonly AssertionType[] = [
  ...(['token-count', 'finish-reason', 'cost', 'latency', 'perplexity', 'perplexity-score'] as const),
  ...(['width', 'height', 'duration', 'format', 'file-size', 'has-alpha', 'is-silent', 'max-score'] as const),
];
/** Judged from calls of tools, which a changed answer may hold in any form. */
const ofToolCalls: readonly AssertionType[] = [
  ...(['is-valid-openai-tools-call', 'tool-call-f1'] as const),
  ...(['trajectory:tool-used', 'trajectory:tool-args-match'] as const),
];

/** What a transform of the answer means for an assertion: a model was shown the answer as it came. */
export function afterTransform(type: AssertionType): 'changed' | 'same' | 'unclear' {
  if (besideText.includes(type)) return 'same';
  return isJudged(type) || ofToolCalls.includes(type) ? 'unclear' : 'changed';
}

/** Whether a transform would change what an assertion finds. */
export const takesTransform = (type: string): boolean =>
  assertionTypes.some((one) => one === type && afterTransform(one) === 'changed');

/** Known by name, so that their text is not taken for an expected reply; what they ask is never judged here. */
export const typesNotJudged: readonly string[] = [
  'agent-rubric',
  'answer-relevance',
  'classifier',
  'contains-sql',
  'context-faithfulness',
  'context-recall',
  'context-relevance',
  'conversation-relevance',
  'g-eval',
  'guardrails',
  'human',
  'is-sql',
  'is-valid-function-call',
  'is-valid-openai-function-call',
  'meteor',
  'moderation',
  'pi',
  'python',
  'ruby',
  'search-rubric',
  'skill-used',
  'trace-error-spans',
  'trace-span-count',
  'trace-span-duration',
  'trajectory:goal-success',
  'trajectory:step-count',
  'trajectory:tool-sequence',
  'webhook',
];

/** What to use where one of them is not judged. */
export const insteadOf: Readonly<Record<string, string>> = {
  'contains-sql':
    'Gatehouse reads no SQL: use “regex” or “contains” for what it has to have, or “llm-rubric” to have a model judge it.',
  'is-sql': 'Gatehouse reads no SQL: use “regex” for its form, or “llm-rubric” to have a model judge it.',
  similar: 'Use “similar”, which compares by the cosine.',
};

/** The ones whose threshold tables of promptfoo set where a cell names none; other files leave it out. */
export const cellThresholds: Readonly<Record<string, number>> = {
  cost: 0.75,
  latency: 0.75,
  levenshtein: 0.75,
  perplexity: 0.75,
  'perplexity-score': 0.75,
  'rouge-n': 0.75,
  similar: 0.8,
};
