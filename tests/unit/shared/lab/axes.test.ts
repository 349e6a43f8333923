import { expect, test } from 'vitest';
import { type Axis, countOfAxes, expandAxes, parseAxisValues } from '../../../../shared/lab/axes';
import type { VariantPlan } from '../../../../shared/lab/experiment';

test.each([
  ['0..1.5 in 4 steps', [0, 0.5, 1, 1.5]],
  ['1 .. 0 in 3 steps', [1, 0.5, 0]],
  ['0.1..0.3 in 3 steps', [0.1, 0.2, 0.3]],
  ['1, 2, .., 5', [1, 2, 3, 4, 5]],
  ['0, 5, …, 20', [0, 5, 10, 15, 20]],
  ['3, .., 6', [3, 4, 5, 6]],
  ['1..4', [1, 2, 3, 4]],
  ['1..3, 10', [1, 2, 3, 10]],
  ['low, high', ['low', 'high']],
  ['1, 2', [1, 2]],
  ['a, .., b', ['a', '..', 'b']],
  ['0..9 in 1 step', [0]],
  ['  ', []],
])('“%s” is %j', (text, values) => {
  expect(parseAxisValues(text)).toEqual(values);
});

test('a range is never longer than what a sweep may have', () => {
  expect(parseAxisValues('1..9999999').length).toBe(1_000);
  expect(parseAxisValues('0..1 in 99999999 steps').length).toBe(1_000);
});

const base: VariantPlan = {
  modality: 'chat',
  settings: { temperature: 0.7, seed: 3 },
  label: 'base',
  profileId: 'p',
  model: 'one',
  template: '{{q}}',
  promptVersion: null,
};

const models: Axis = {
  kind: 'model',
  models: [
    { profileId: 'p', model: 'one' },
    { profileId: 'q', model: 'two' },
  ],
};

test('axes become every combination, the first one changing slowest, and a label says what differs', () => {
  const axes: readonly Axis[] = [
    models,
    { kind: 'setting', setting: 'temperature', label: 'Temperature', values: [null, 1] },
    { kind: 'setting', setting: 'seed', label: 'Seed', values: [8] },
  ];
  const plans = expandAxes(base, axes);
  expect(countOfAxes(axes)).toBe(plans.length);
  expect(plans.map(({ label, model, profileId, ...rest }) => [label, model, profileId, rest])).toMatchObject([
    ['one, Temperature default', 'one', 'p', { settings: { seed: 8 } }],
    ['one, Temperature 1', 'one', 'p', { settings: { temperature: 1, seed: 8 } }],
    ['two, Temperature default', 'two', 'q', { settings: { seed: 8 } }],
    ['two, Temperature 1', 'two', 'q', { settings: { temperature: 1, seed: 8 } }],
  ]);
  expect(plans[0]).not.toHaveProperty('settings.temperature');
});

test('prompts and parameters of media are axes as well', () => {
  const template: Axis = {
    kind: 'template',
    templates: [
      { label: 'short', template: 'a {{q}}', promptVersion: { promptId: 'x', version: 2 } },
      { label: 'long', template: 'draw {{q}}', promptVersion: null },
    ],
  };
  const image: VariantPlan = { ...base, modality: 'image', parameters: { size: '1024x1024' }, extra: {} };
  const plans = expandAxes(image, [
    template,
    { kind: 'setting', setting: 'seed', label: 'Seed', values: [1, 2] },
  ]);
  expect(plans.map((plan) => [plan.label, plan.promptVersion?.version, plan])).toMatchObject([
    ['short, Seed 1', 2, { parameters: { size: '1024x1024', seed: 1 } }],
    ['short, Seed 2', 2, { parameters: { seed: 2 } }],
    ['long, Seed 1', undefined, { parameters: { seed: 1 } }],
    ['long, Seed 2', undefined, { parameters: { seed: 2 } }],
  ]);
  expect(expandAxes(base, [])).toEqual([base]);
});
