import { expect, test } from 'vitest';
import { reloadNotice } from '../../../../electron/hosts/desktop/reload-notice';
import { distinctTitle } from '../../../../electron/hosts/desktop/window-titles';

test('two windows that show the same have different titles', () => {
  expect(distinctTitle('Chat', [])).toBe('Chat');
  expect(distinctTitle('Chat', ['Images'])).toBe('Chat');
  expect(distinctTitle('Chat', ['Chat'])).toBe('Chat (2)');
  expect(distinctTitle('Chat', ['Chat (2)', 'Chat'])).toBe('Chat (3)');
});

test('only a crash with a report promises one', () => {
  expect(reloadNotice({ reason: 'crashed', hasReport: true }).message).toContain('has the crash report');
  const killed = reloadNotice({ reason: 'killed', hasReport: false }).message;
  expect(killed).not.toContain('report');
  expect(killed).toContain('ended it');
});
