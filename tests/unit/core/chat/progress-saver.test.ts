import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { startLiveReply } from '../../../../electron/core/chat/live-reply';
import { createProgressSaver } from '../../../../electron/core/chat/progress-saver';
import { systemClock } from '../../../../electron/system-clock';
import { AppError } from '../../../../shared/errors';

test('the partial text of a reply that falls silent is saved once there is room', async () => {
  let full = true;
  const saved: string[] = [];
  const update = ({ text }: { text: string }) => {
    if (full) throw new AppError({ code: 'storage_full', message: 'The disk is full.' });
    saved.push(text);
  };
  const refused = vi.fn(() => {
    full = false;
  });
  const live = { ...startLiveReply(randomUUID(), randomUUID()), text: 'before the silence' };
  const saver = createProgressSaver(live, { clock: systemClock, storage: { messages: { update } } }, refused);
  saver.touch();
  await vi.waitFor(() => expect(saved).toEqual(['before the silence']), { timeout: 5_000 });
  expect(refused).toHaveBeenCalledTimes(1);
  saver.end();
});
