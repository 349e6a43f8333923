import { expect, test } from 'vitest';
import {
  connectionOf,
  draftOf,
  emptyDraft,
  problemsOf,
} from '../../../../renderer/features/settings/gateway/connection-draft';
import { waitText } from '../../../../renderer/lib/format';
import { defaultConnection } from '../../../../shared/profiles/defaults';
import { gatewayConnectionSchema } from '../../../../shared/profiles/gateway-connection';

test('time limits are typed in minutes, kept in seconds, and empty is the default', () => {
  const typed = { ...emptyDraft, firstByteMinutes: '90', silenceMinutes: '' };
  const connection = connectionOf(typed);
  expect(connection.timeLimits).toEqual({ firstByteSeconds: 5_400, silenceSeconds: null });
  expect(gatewayConnectionSchema.parse(connection)).toEqual(connection);
  expect(draftOf(connection)).toEqual(typed);
  expect(connectionOf({ ...emptyDraft, silenceMinutes: '0,5' }).timeLimits?.silenceSeconds).toBe(30);
  expect(connectionOf(emptyDraft)).toEqual(defaultConnection);
});

test.each(['x', '0', '-1', '1441'])('%s minutes are no limit', (firstByteMinutes) => {
  expect(problemsOf({ ...emptyDraft, firstByteMinutes })).toEqual(['A time limit is 0.02 to 1,440 minutes.']);
});

test.each([
  [40_000, '40 s'],
  [100_000, '1 min 40 s'],
  [3_900_000, '1 h 5 min'],
])('a wait of %s ms is %s', (waitedMs, text) => expect(waitText(waitedMs)).toBe(text));
