import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { createProgressSaver } from '../../../../electron/core/chat/choice-writer';
import { growReply, startLiveReply } from '../../../../electron/core/chat/live-reply';
import type { ReplyUpdate } from '../../../../electron/core/ports/chat';
import { systemClock } from '../../../../electron/system-clock';
import { textOf } from '../../../../shared/chat/parts';
import { AppError } from '../../../../shared/errors';

test('the partial text of a reply that falls silent is saved once there is room', async () => {
  let full = true;
  const saved: string[] = [];
  const update = ({ parts }: Pick<ReplyUpdate, 'parts'>) => {
    if (full) throw new AppError({ code: 'storage_full', message: 'The disk is full.' });
    saved.push(textOf(parts));
  };
  const refused = vi.fn(() => {
    full = false;
  });
  const live = startLiveReply(randomUUID(), randomUUID());
  growReply(live, { text: 'before the silence', reasoning: '' });
  const saver = createProgressSaver(live, { clock: systemClock, storage: { messages: { update } } }, refused);
  saver.touch();
  await vi.waitFor(() => expect(saved).toEqual(['before the silence']), { timeout: 60_000 });
  expect(refused).toHaveBeenCalledTimes(1);
  saver.end();
});
