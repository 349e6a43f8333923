import { describe, expect, test } from 'vitest';
import { menuLabel, notificationText, oneLine } from '../../../../electron/hosts/desktop/plain-text';

describe('what the system draws', () => {
  test('a notification on Linux shows markup as text', () => {
    const reply = 'Done <a href="https://evil.example">your bank</a> &amp; <b>more</b>';
    expect(notificationText(reply, 'linux')).toBe(
      'Done &lt;a href="https://evil.example"&gt;your bank&lt;/a&gt; &amp;amp; &lt;b&gt;more&lt;/b&gt;',
    );
    expect(notificationText(reply, 'darwin')).toBe(reply);
  });

  test('a long text is cut before it is escaped, between letters', () => {
    const shown = notificationText('<😀'.repeat(1_000_000), 'linux');
    expect(shown.endsWith('…')).toBe(true);
    expect(shown.isWellFormed()).toBe(true);
    expect(shown.replace(/&lt;/g, '<').length).toBeLessThan(400);
  });

  test('nothing hides in it, turns it or breaks its line', () => {
    expect(oneLine('a\u202eb\u200bc\u0000d\u2028e\r\n\tf  g', 50)).toBe('abcde f g');
    expect(oneLine('\ud83d', 50)).toBe('\ufffd');
  });

  test('a menu keeps every “&”', () => {
    expect(menuLabel('Q&A')).toBe('Q&&A');
  });
});
