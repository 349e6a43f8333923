import { expect, test } from 'vitest';
import { UNKNOWN_MODEL, unknownPrompt, whyNotAgain } from '../../../shared/media/jobs';

const foreign = { isForeign: true, model: 'a/model', prompt: 'a boat', remoteId: 'job_1', owner: null };

test('a job whose request is known can be sent again, wherever it was made', () => {
  expect(whyNotAgain(foreign)).toBeNull();
  expect(whyNotAgain({ ...foreign, isForeign: false, model: UNKNOWN_MODEL })).toBeNull();
});

test('one without a known model or prompt says why it can’t', () => {
  for (const unknown of [{ model: UNKNOWN_MODEL }, { prompt: unknownPrompt('job_1') }])
    expect(whyNotAgain({ ...foreign, ...unknown })).toContain('doesn’t say with which model or prompt');
  const owner = { kind: 'message', id: 'm' } as const;
  expect(whyNotAgain({ ...foreign, isForeign: false, owner })).toContain('came with a chat reply');
});
