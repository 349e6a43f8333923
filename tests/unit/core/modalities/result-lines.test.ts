import { expect, test } from 'vitest';
import { withoutFiles } from '../../../../electron/core/modalities/message-content';
import type { Part } from '../../../../shared/chat/parts';
import type { Job } from '../../../../shared/media/jobs';

test('a result under another role than the one it came with is named', () => {
  const job = { media: [{ fileName: 'boat.png' }] } as unknown as Job;
  const parts: Part[] = [
    { id: 'm-p1', type: 'text', text: 'Here' },
    { id: 'm-p2', type: 'image', job },
  ];
  expect(withoutFiles({ role: 'user', parts })).toBe('Here\n\n[An image was here: boat.png]');
  expect(withoutFiles({ role: 'assistant', parts })).toBe('Here');
});
