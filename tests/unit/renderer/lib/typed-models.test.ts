import { expect, test } from 'vitest';
import { pickerGroups } from '../../../../renderer/parts/models/find-models';
import { noModelChoices } from '../../../../shared/models/model-choices';
import { aModel } from '../../../support/records';

const choices = { ...noModelChoices, pinned: ['my-deployment', 'other'] };
const idsOf = (groups: ReturnType<typeof pickerGroups>['groups']) =>
  groups.map(({ label, models }) => [label, ...models.map(({ id }) => id)]);

test('where a gateway lists no models, the pinned ids are offered', () => {
  const found = pickerGroups({ models: [], typed: '', choices, current: null });
  expect(idsOf(found.groups)).toEqual([['Pinned', 'my-deployment', 'other']]);
  const typed = pickerGroups({ models: [], typed: 'dep', choices, current: null });
  expect(idsOf(typed.groups)).toEqual([['Found', 'my-deployment']]);
});

test('where it lists some, a pinned id that is gone is not offered', () => {
  const found = pickerGroups({ models: [aModel({ id: 'other' })], typed: '', choices, current: null });
  expect(idsOf(found.groups)).toEqual([['Pinned', 'other']]);
});
