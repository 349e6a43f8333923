import { expect, test } from 'vitest';
import { installCommand, updateLine, waitText } from '../../../../renderer/lib/update-text';
import { noUpdates, type Updates } from '../../../../shared/app/updates';

const update = { version: '0.2.0', notes: '', bytes: 100, fileName: 'gatehouse_0.2.0_amd64.deb' };
const updates = (part: Partial<Updates>): Updates => ({ ...noUpdates, update, ...part });

test('a wait names what it waits for', () => {
  expect(waitText({ replies: 1, jobs: 0, tasks: 0 })).toBe('1 reply to finish');
  expect(waitText({ replies: 2, jobs: 1, tasks: 0 })).toBe('2 replies and 1 job to finish');
  expect(waitText({ replies: 1, jobs: 2, tasks: 1 })).toBe(
    '1 reply, 2 jobs and 1 export, import or backup to finish',
  );
});

test('the title bar is silent unless there is a version to act on', () => {
  for (const status of ['off', 'idle', 'checking', 'failed'] as const)
    expect(updateLine(updates({ status }))).toBeNull();
  expect(updateLine(updates({ status: 'available' }))).toBe('Version 0.2.0 is available');
  expect(updateLine(updates({ status: 'downloading', progress: { done: 31, total: 100 } }))).toBe(
    'Downloading 0.2.0: 31%',
  );
  expect(updateLine(updates({ status: 'ready' }))).toBe('Version 0.2.0 is ready');
  const waitingFor = { replies: 0, jobs: 2, tasks: 0 };
  expect(updateLine(updates({ status: 'ready', waitingFor }))).toBe('Update waits for 2 jobs to finish');
});

test.each([
  ['deb', 'sudo apt install ./gatehouse_0.2.0_amd64.deb'],
  ['rpm', 'sudo dnf install ./gatehouse_0.2.0_amd64.deb'],
] as const)('the command of a %s names the file of the release', (packageType, command) => {
  const support = { kind: 'package-manager', packageType, releases: 'https://gatehouse.test' } as const;
  expect(installCommand(updates({ support }))).toBe(command);
  expect(installCommand(updates({ support, update: null }))).toBeNull();
});
