import { expect, test } from 'vitest';
import { keepEqualParts } from '../../../../renderer/state/core/keep-equal';

const record = () => ({ title: 'Tides', settings: { temperature: 1 }, queued: ['one'], owner: null });

test('parts that say the same stay the same objects, and others are the newer ones', () => {
  const older = record();
  const newer = { ...record(), title: 'Tides and weirs', queued: ['one', 'two'] };
  const kept = keepEqualParts(older, newer);
  expect(kept).toEqual(newer);
  expect(kept.settings).toBe(older.settings);
  expect(kept.queued).toBe(newer.queued);
});

test('a record without an older one, and a part that is no longer there, are as they came', () => {
  const newer: { title?: string; settings?: object } = { settings: { temperature: 1 } };
  expect(keepEqualParts(undefined, newer)).toEqual(newer);
  expect(keepEqualParts<typeof newer>(record(), newer)).toEqual(newer);
});
