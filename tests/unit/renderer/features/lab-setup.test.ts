import { describe, expect, it } from 'vitest';
import { axisOf } from '../../../../renderer/features/lab/setup/axes-of-draft';
import { draftOfPlan } from '../../../../renderer/features/lab/setup/draft-of-plan';
import { examples } from '../../../../renderer/features/lab/setup/examples';
import { askedOnly, hasMore, isRestricted } from '../../../../renderer/features/lab/setup/kept-of-case';
import {
  emptyDraft,
  keptColumn,
  type LabDraft,
  newAssertion,
  newVariant,
} from '../../../../renderer/features/lab/setup/lab-draft';
import {
  assertionOf,
  caseOf,
  needsJudge,
  planOf,
} from '../../../../renderer/features/lab/setup/plan-of-draft';
import { readCases } from '../../../../renderer/features/lab/setup/read-cases';
import { commands } from '../../../../shared/contract';

const context = { activeProfileId: 'one', unit: 'credits', firstModel: () => 'm/first' } as const;
const draftOf = (change: Partial<LabDraft>): LabDraft => ({
  ...emptyDraft(),
  template: 'Hi {{name}}',
  ...change,
});
const axis = (of: string, text: string) => ({ key: of, of, text });

describe('the plan of a draft', () => {
  it('is what the command takes, for both examples', () => {
    for (const { draft, title } of examples) {
      const { plan, mistakes } = planOf(draft(), context);
      expect(mistakes, title).toEqual([]);
      expect(commands['experiments.forecast'].input.safeParse({ plan }).error, title).toBeUndefined();
    }
  });

  it('multiplies variants, axes, cases and repeats, and gives each variant a name of its own', () => {
    const { plan, calls } = planOf(
      draftOf({
        variants: [newVariant('chat'), newVariant('chat', { label: 'Second', model: 'm/two' })],
        axes: [axis('temperature', '0, 1'), axis('seed', '1..3')],
        cases: [{ name: 'Ann' }, { name: 'Bo' }],
        repeats: 2,
      }),
      context,
    );
    expect(calls).toBe(2 * 6 * 2 * 2);
    expect(plan?.variants).toHaveLength(12);
    expect(new Set(plan?.variants.map(({ label }) => label)).size).toBe(12);
    expect(plan?.variants[6]).toMatchObject({ label: 'Second, Temperature 0, Seed 1', model: 'm/two' });
  });

  it('asks once where there are no cases', () => {
    expect(planOf(draftOf({ template: 'Hi' }), context)).toMatchObject({ calls: 1, mistakes: [] });
  });

  it.each<[string, Partial<LabDraft>, string]>([
    ['no prompt', { template: ' ' }, 'Write a prompt'],
    [
      'a variable without a value',
      { cases: [{ other: 'x' }] },
      'The cases have no value “name”, and the variable has no default.',
    ],
    [
      'an axis that is not a number',
      { template: 'Hi', axes: [axis('temperature', 'warm')] },
      'Temperature: “warm” is not a number',
    ],
    [
      'an axis beyond its bounds',
      { template: 'Hi', axes: [axis('temperature', '0, 9')] },
      'Temperature: 9 is not from 0 to 2',
    ],
    ['a budget in words', { template: 'Hi', budget: 'ten' }, 'The budget is a number from 0'],
    ['a passing score of 3', { template: 'Hi', threshold: '3' }, 'The threshold is a number from 0 to 1'],
    [
      'a judgement without a judge',
      { template: 'Hi', assertions: [newAssertion({ type: 'llm-rubric', value: 'kind' })] },
      'Choose the model that judges',
    ],
    [
      'a likeness without a model for vectors, also with a judge',
      {
        template: 'Hi',
        assertions: [newAssertion({ type: 'similar', value: 'kind' })],
        judge: { profileId: null, model: 'm/judge' },
      },
      'Name the model for vectors beside “similar”',
    ],
    [
      'too many variants',
      { template: 'Hi', axes: [axis('seed', '1..300')] },
      '300 variants are too many: the limit is 200',
    ],
  ])('refuses %s', (_name, change, mistake) => {
    const { plan, mistakes } = planOf(draftOf(change), context);
    expect(plan).toBeNull();
    expect(mistakes).toContain(mistake);
  });
});

describe('the judge of a draft', () => {
  const similar = newAssertion({ type: 'similar', value: 'kind', model: 'm/vectors' });
  const judge = { profileId: null, model: 'm/judge' };

  it('is neither asked for nor kept where only vectors are compared', () => {
    const draft = draftOf({ template: 'Hi', assertions: [similar], judge, cases: [{}] });
    expect(needsJudge(draft)).toBe(false);
    expect(planOf(draft, context).plan?.judge).toBeNull();
  });

  it('is kept where an assertion, a case or a set has it asked in words', () => {
    const rubric = newAssertion({ type: 'llm-rubric', isNot: true, value: 'rude' });
    const set = { type: 'assert-set', assert: [{ type: 'not-llm-rubric', value: 'rude' }] };
    const kept = JSON.stringify({ attachments: [], inputs: [], assertions: [set] });
    for (const change of [
      { assertions: [similar, rubric] },
      { assertions: [similar], cases: [{ __expected: 'llm-rubric:kind' }] },
      { assertions: [similar], cases: [{ [keptColumn]: kept }] },
    ]) {
      const draft = draftOf({ template: 'Hi', judge, ...change });
      expect(needsJudge(draft)).toBe(true);
      expect(planOf(draft, context).plan?.judge).toEqual({ profileId: 'one', model: 'm/judge' });
    }
  });
});

describe('axes', () => {
  it('separates long texts by a line of dashes', () => {
    const read = axisOf(axis('systemPrompt', 'Be brief, always.\n---\nBe thorough.'), 'chat', 'one');
    expect(read).toMatchObject({ ok: true, axis: { values: ['Be brief, always.', 'Be thorough.'] } });
  });

  it('keeps choices as texts and models with their profile', () => {
    expect(axisOf(axis('size', '512x512, 1024x1024'), 'image', 'one')).toMatchObject({
      axis: { setting: 'size', values: ['512x512', '1024x1024'] },
    });
    expect(axisOf(axis('model', 'a, b'), 'chat', 'one')).toMatchObject({
      axis: {
        models: [
          { profileId: 'one', model: 'a' },
          { profileId: 'one', model: 'b' },
        ],
      },
    });
  });
});

describe('cases', () => {
  it('keeps what is expected, tags and note apart from the values', () => {
    const read = caseOf({
      city: 'Rome',
      empty: '',
      __expected: 'not-icontains:sorry',
      __expected2: 'contains-any:Italy, Lazio',
      __threshold: '0.5',
      __tags: 'geo, easy',
      __note: 'Why',
    });
    expect(read).toMatchObject({
      variables: { city: 'Rome' },
      threshold: 0.5,
      tags: ['geo', 'easy'],
      note: 'Why',
    });
    expect(read.assertions).toEqual([
      { type: 'not-icontains', value: 'sorry' },
      { type: 'contains-any', value: ['Italy', 'Lazio'] },
    ]);
  });

  it('reads CSV, a list in JSON, and JSON Lines with other values as JSON', () => {
    expect(readCases('city,__expected\nRome,contains:Italy')).toEqual({
      ok: true,
      notes: [],
      cases: [{ city: 'Rome', __expected: 'contains:Italy' }],
    });
    const lines = '{"city":"Rome","expected":"Italy","n":2}\n{"city":"Bern"}';
    const cases = [{ city: 'Rome', __expected: 'Italy', n: '2' }, { city: 'Bern' }];
    expect(readCases(lines)).toEqual({ ok: true, notes: [], cases });
    expect(readCases(`[${lines.replace('\n', ',')}]`)).toEqual({ ok: true, notes: [], cases });
    expect(readCases('{"city":"Rome"}\n[1]')).toMatchObject({ ok: false, mistakes: [{ row: 2 }] });
  });

  it('writes assertions of all cases as files do', () => {
    expect(
      assertionOf(
        newAssertion({ type: 'contains-all', isNot: true, value: 'a, "b, c"', weight: '2', threshold: '' }),
      ),
    ).toEqual({ type: 'not-contains-all', value: ['a', 'b, c'], weight: 2 });
  });
});

describe('a plan of something that exists', () => {
  it('is the same plan after it was a draft, with its files, assertions and prompts', () => {
    const variant = (model: string, template: string) => ({
      modality: 'chat' as const,
      settings: { temperature: 0.5 },
      label: `As ${model}`,
      profileId: 'two',
      model,
      template,
      promptVersion: { promptId: 'p', version: template.length },
    });
    const plan = {
      title: 'From a batch',
      variants: [variant('m/one', 'Say {{word}}'), variant('m/two', 'Shout {{word}}')],
      cases: [
        {
          variables: { word: 'sun' },
          attachments: [{ id: 'file', name: 'sun.png' }],
          inputs: [],
          assertions: [{ type: 'assert-set', assert: [{ type: 'equals', value: 'sun' }] }],
          threshold: 0.5,
          tags: ['star'],
          note: 'Why',
        },
      ],
      repeats: 3,
      assertions: [],
      threshold: 0.8,
      budget: null,
    };
    expect(planOf(draftOfPlan(plan), context)).toMatchObject({ plan, mistakes: [], calls: 6 });
  });
});

describe('cases that are asked with some variants alone', () => {
  const variant = (label: string) => ({
    ...{ modality: 'chat', settings: {}, label, profileId: 'one', model: 'm', template: 'Hi {{name}}' },
    promptVersion: null,
  });
  const plain = { attachments: [], inputs: [], assertions: [], threshold: null, tags: [], note: '' };
  const draft = draftOfPlan({
    ...{ title: 'T', repeats: 2, assertions: [], threshold: null, budget: null },
    variants: [variant('a'), variant('b')] as never,
    cases: [
      { ...plain, variables: { name: 'Ann' }, variants: [2] },
      { ...plain, variables: { name: 'Bo' } },
    ],
  });

  it('keep them through the draft, also where variants are added, multiplied and removed', () => {
    expect(planOf(draft, context)).toMatchObject({
      calls: 6,
      plan: { cases: [{ variants: [2] }, { variables: { name: 'Bo' } }] },
    });
    const more = { ...draft, variants: [newVariant('chat', { label: 'new' }), ...draft.variants] };
    const swept = planOf({ ...more, axes: [axis('temperature', '0, 1')] }, context);
    expect(swept.calls).toBe((1 + 3) * 2 * 2);
    expect(swept.plan?.cases[0]?.variants).toEqual([5, 6]);
    expect(swept.plan?.cases[1]).not.toHaveProperty('variants');
    expect(planOf({ ...draft, variants: draft.variants.slice(0, 1) }, context).mistakes).toEqual([
      'Case 1 is asked with no variant: choose one under “Asked with”',
    ]);
  });

  it('need the values of the prompts that they are asked with, and no others', () => {
    const [ann = {}, bo = {}] = draft.cases;
    const [first, second] = draft.variants.map(({ key }) => key);
    const own = draft.variants.map((one, at) => (at === 0 ? one : { ...one, template: 'To {{city}}' }));
    const { name: _name, ...kept } = ann;
    const cases = [{ ...kept, city: 'Rome' }, askedOnly(bo, [first ?? ''])];
    const read = planOf({ ...draft, variants: own, cases }, context);
    expect(read.mistakes).toEqual([]);
    expect(read.plan?.cases.map(({ variants }) => variants)).toEqual([[2], [1]]);
    // A mistake names the case by its place among all.
    const wrong = [cases[0] ?? {}, bo, askedOnly({ ...bo, city: '' }, [second ?? ''])];
    expect(planOf({ ...draft, variants: own, cases: wrong }, context).mistakes).toEqual([
      'Case 2: “city” is missing.',
      'Case 3: “city” is missing.',
    ]);
  });

  it('are asked with all again, and keep what else they have', () => {
    const [ann = {}] = draft.cases;
    expect(isRestricted(ann)).toBe(true);
    expect(askedOnly(ann, null)).toEqual({ name: 'Ann' });
    const kept = JSON.stringify({ attachments: [], inputs: [], assertions: [{ type: 'is-json' }] });
    const one = askedOnly({ name: 'Cy', [keptColumn]: kept }, ['x']);
    expect(hasMore(one)).toBe(true);
    expect(caseOf(askedOnly(one, null)).assertions).toEqual([{ type: 'is-json' }]);
    expect(isRestricted(askedOnly(one, null))).toBe(false);
  });
});
