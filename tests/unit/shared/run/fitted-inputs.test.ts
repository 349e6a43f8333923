import { expect, test } from 'vitest';
import type { Model } from '../../../../shared/models/models';
import { fittedInputs } from '../../../../shared/run/fitted-inputs';
import type { InputRole } from '../../../../shared/run/input-roles';

const taking = (...inputs: InputRole[]): Model => ({
  id: 'a/model',
  ownedBy: null,
  createdAt: null,
  pricing: null,
  capabilities: { input: ['text', 'image'], output: ['image'], inputs },
  raw: {},
});
const given = (...roles: InputRole[]) => roles.map((role, index) => ({ role, file: index }));
const rolesOf = (inputs: readonly { role: InputRole }[]) => inputs.map(({ role }) => role);

test('a model gets what it takes as it is', () => {
  const { sent, notes } = fittedInputs(given('image', 'mask'), 'image', taking('image', 'mask'));
  expect(sent).toEqual(given('image', 'mask'));
  expect(notes).toEqual([]);
});

test('what it does not take is left out, or goes in a role that it takes, and is said', () => {
  const withoutMask = fittedInputs(given('image', 'mask'), 'image', taking('image'));
  expect(rolesOf(withoutMask.sent)).toEqual(['image']);
  expect(withoutMask.notes).toEqual(['Sent without “Mask”: this model doesn’t take it.']);
  const asReference = fittedInputs(given('image', 'mask', 'reference'), 'image', taking('reference', 'mask'));
  expect(rolesOf(asReference.sent)).toEqual(['reference', 'reference']);
  expect(asReference.notes).toEqual([
    '“Image to edit” is sent as “Reference image”.',
    'Sent without “Mask”: this model doesn’t take it.',
  ]);
  expect(fittedInputs(given('image'), 'image', taking()).sent).toEqual([]);
});

test('a role for one file gets one: the others are left out', () => {
  const { sent, notes } = fittedInputs(given('reference', 'reference'), 'image', taking('image'));
  expect(rolesOf(sent)).toEqual(['image']);
  expect(notes).toHaveLength(2);
});

test('a model of which nothing is known gets all', () => {
  expect(fittedInputs(given('image', 'mask'), 'image', undefined).sent).toHaveLength(2);
});
