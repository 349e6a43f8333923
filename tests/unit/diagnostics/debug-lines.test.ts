import { expect, test } from 'vitest';
import { withDebugLines } from '../../../electron/diagnostics/log-file';
import { fakeCore } from '../../support/fake-core';
import { aJob } from '../../support/records';

test('what is asked is written down by name, end and time, never with what was typed', async () => {
  const core = fakeCore();
  const lines: string[] = [];
  let now = 0;
  const noted = withDebugLines(
    core,
    (line) => lines.push(line),
    () => (now += 5),
  );
  await noted.call('chat.send', { text: 'A secret thought' });
  await noted.call('my secret\nthought', {});
  core.emit({ type: 'job.changed', job: aJob({ id: 'j1', status: 'running', prompt: 'A secret picture' }) });
  expect(lines).toEqual(['chat.send: ok, 5 ms', 'an unknown command: ok, 5 ms', 'job j1: running']);
});
