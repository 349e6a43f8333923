/** A message that waits in one branch of a chat while the person looks at another one and chooses other settings. */
import type { Run } from '../run-state';
import type { Random } from '../world/random';
import { ask, describe } from './call';
import { newestReply } from './chat-steps';
import type { Act } from './step';

const queueInBranch: Act = async (run, random, id) => {
  const found = await newestReply(run, random);
  if (!found) return 'has no reply to write another one beside';
  const { reply, marker } = found;
  const replyId = random.uuid();
  run.intents.allow(marker, 'any');
  const again = await ask(run, 'chat.regenerate', { messageId: reply.id, replyId });
  if (again.is === 'refused') run.intents.takeBack(marker);
  if (again.is !== 'ok') return `asks again for ${marker}: ${describe(again)}`;
  const { conversationId } = reply;
  const queued = await queueBehind(run, random, { conversationId, behind: replyId, marker: `intent-${id}` });
  const shown = await ask(run, 'conversations.showBranch', { id: conversationId, messageId: reply.id });
  const temperature = random.int(100, 190) / 100;
  run.memory.chosen.delete(conversationId);
  const configured = await ask(run, 'conversations.configure', {
    id: conversationId,
    settings: { temperature },
  });
  if (configured.is === 'ok') run.memory.chosen.set(conversationId, temperature);
  return `asks again for ${marker}, queues intent-${id} behind it (${queued}), goes back to the first reply (${describe(shown)}) and chooses ${temperature} (${describe(configured)})`;
};

interface Behind {
  readonly conversationId: string;
  readonly behind: string;
  readonly marker: string;
}

async function queueBehind(run: Run, random: Random, { conversationId, behind, marker }: Behind) {
  const text = `And in this branch ${marker}, please.`;
  const messageId = random.uuid();
  const temperature = random.int(1, 90) / 100;
  run.intents.allow(marker, 'any');
  run.intents.note(marker, { model: 'sim/chat', count: 1, temperature });
  const settings = { temperature, stream: true };
  const answer = await ask(run, 'chat.enqueue', {
    ...{ conversationId, messageId, text, settings },
    model: 'sim/chat',
  });
  if (answer.is === 'ok') run.memory.queued.set(messageId, { id: messageId, text, conversationId, behind });
  if (answer.is === 'refused') run.intents.takeBack(marker);
  return describe(answer);
}

export const branchSteps = { 'queue-branch': queueInBranch } satisfies Record<string, Act>;
