import { beforeEach, describe, expect, it } from 'vitest';
import {
  casesToAdd,
  columnsToAdd,
  nextVariant,
  variantToAdd,
} from '../../../../renderer/features/lab/additions/additions';
import {
  add,
  beginAdditions,
  changeAdditions,
  useAdditions,
} from '../../../../renderer/features/lab/additions/additions-store';
import { stateText } from '../../../../renderer/features/lab/lab-text';
import { newVariant } from '../../../../renderer/features/lab/setup/lab-draft';
import type { CasePlan, Experiment, Variant } from '../../../../shared/lab/experiment';

const context = { activeProfileId: 'one', unit: 'credits', firstModel: () => 'm/first' } as const;
const variant = (id: number, label: string): Variant => ({
  ...{ id, label, modality: 'chat', settings: { seed: id }, profileId: 'two', model: `m/${id}` },
  ...{ template: 'Say {{word}}', promptVersion: { promptId: 'p', version: id } },
});
const experiment = {
  ...{ id: 'x', modality: 'chat', state: 'completed', caseCount: 2, repeats: 3, judge: null, budget: null },
  variants: [variant(1, 'one'), variant(2, 'm/first')],
  counts: { waiting: 0, running: 0, done: 12, failed: 0, interrupted: 0, stopped: 0 },
} as unknown as Experiment;
const cases = ['sun', 'moon'].map((word, at) => ({ ...({} as CasePlan), id: at + 1, variables: { word } }));

describe('cases that are added', () => {
  it('are what the core takes, with what is expected of them', () => {
    const { added, mistakes } = casesToAdd(experiment, [{ word: 'sea', __expected: 'icontains:sea' }]);
    expect(mistakes).toEqual([]);
    expect(added).toMatchObject([
      { variables: { word: 'sea' }, assertions: [{ type: 'icontains', value: 'sea' }] },
    ]);
  });

  it.each([
    ['there is none', experiment, [], 'Add at least one case'],
    [
      'a value is missing',
      experiment,
      [{}],
      'The cases have no value “word”, and the variable has no default.',
    ],
    [
      'it runs',
      { ...experiment, state: 'running' as const },
      [{ word: 'sea' }],
      'The experiment is running: pause it to add to it',
    ],
    [
      'a model has to judge, and there is no judge',
      experiment,
      [{ word: 'sea', __expected: 'llm-rubric:kind' }],
      'The experiment has no judge: expect something that needs none',
    ],
    [
      'they are too many with those that are there',
      { ...experiment, caseCount: 10_000 },
      [{ word: 'sea' }],
      '10,001 cases are too many: the limit is 10,000',
    ],
  ])('are not taken where %s', (_why, to, typed, mistake) => {
    const { added, mistakes } = casesToAdd(to, typed);
    expect(added).toBeNull();
    expect(mistakes).toContain(mistake);
  });

  it('have the values of the prompts and of other cases as columns', () => {
    const other = { ...cases[0], variables: { word: 'sun', mood: 'warm' } } as (typeof cases)[number];
    expect(columnsToAdd(experiment, [other], [{ tone: 'low' }])).toEqual([
      'word',
      'mood',
      'tone',
      '__expected',
    ]);
  });
});

describe('a variant that is added', () => {
  it('begins as the last one without its model, and gets a name of its own', () => {
    const draft = nextVariant(experiment);
    const { added } = variantToAdd(experiment, cases, draft, context);
    expect(added).toEqual({
      ...{ modality: 'chat', settings: { seed: 2 }, profileId: 'two', model: 'm/first' },
      ...{ label: 'm/first (2)', template: 'Say {{word}}', promptVersion: { promptId: 'p', version: 2 } },
    });
  });

  it.each([
    ['Say {{', /^Prompt, line 1/],
    ['', /^Write a prompt$/],
    ['Say {{other}}', /no value “other”/],
  ])('with the prompt “%s” is not taken', (template, mistake) => {
    const { added, mistakes } = variantToAdd(experiment, cases, newVariant('chat', { template }), context);
    expect(added).toBeNull();
    expect(mistakes.join()).toMatch(mistake);
  });
});

describe('what is typed to be added', () => {
  const ok = async () => ({ ok: true, value: null }) as const;
  beforeEach(() => beginAdditions({ ...experiment, id: crypto.randomUUID() }));

  it('stays while its dialog is closed, and goes with another experiment', () => {
    const { experimentId } = useAdditions.getState();
    changeAdditions({ cases: [{ word: 'sea' }] });
    beginAdditions({ ...experiment, id: experimentId });
    expect(useAdditions.getState().cases).toEqual([{ word: 'sea' }]);
    beginAdditions({ ...experiment, id: 'y' });
    expect(useAdditions.getState().cases).toEqual([{}]);
  });

  it('is added once, however often it is pressed, and only it is cleared', async () => {
    changeAdditions({ cases: [{ word: 'sea' }] });
    const { variant: before } = useAdditions.getState();
    let asked = 0;
    const ask = () => {
      asked += 1;
      return ok();
    };
    expect(await Promise.all([add('cases', 1, ask), add('cases', 1, ask)])).toEqual([true, false]);
    expect(asked).toBe(1);
    expect(useAdditions.getState()).toMatchObject({ cases: [{}], variant: before, isSending: false });
    await add('variant', 1, ask);
    expect(useAdditions.getState().variant).toBeNull();
  });

  it('keeps its id where the answer was lost, and gets another one for anything else', async () => {
    const ids: string[] = [];
    const lost = { code: 'host_unreachable', message: 'Lost.' } as never;
    const ask = async ({ additionId }: { readonly additionId: string }) => {
      ids.push(additionId);
      return ids.length === 3 ? ({ ok: true, value: null } as const) : ({ ok: false, error: lost } as const);
    };
    await add('cases', ['sea'], ask);
    await add('cases', ['lake'], ask);
    await add('cases', ['lake'], ask);
    await add('cases', ['lake'], ask);
    expect(ids[2]).toBe(ids[1]);
    expect(new Set(ids).size).toBe(3);
  });

  it('stays where it is refused, with the reason until it is changed', async () => {
    changeAdditions({ cases: [{ word: 'sea' }] });
    const error = { code: 'invalid_input', message: 'No.' } as never;
    expect(await add('cases', 1, async () => ({ ok: false, error }))).toBe(false);
    expect(useAdditions.getState()).toMatchObject({ cases: [{ word: 'sea' }], error, isSending: false });
    changeAdditions({ cases: [] });
    expect(useAdditions.getState().error).toBeNull();
  });
});

it('says how many cells wait where an experiment has ended', () => {
  const counts = { waiting: 4, running: 0, done: 8, failed: 0, interrupted: 0, stopped: 0 };
  expect(stateText({ state: 'completed', counts })).toBe('completed · 8 of 12 done, 4 waiting');
  expect(stateText({ state: 'paused', counts })).toBe('paused · 8 of 12 done');
});
