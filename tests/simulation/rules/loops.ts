/** Rule 6 for rounds of tools that nobody presses a key for: they go where their message went, and ask the same model. */
import type { CommandInput, CommandName } from '../../../shared/contract';
import type { Answered } from '../person/answered';
import { type Run, violate } from '../run-state';
import { readDatabase } from './database';

/** Notes the chats that answer tools by themselves, until the person goes on in them by hand. */
export function noteLoop(run: Run, name: CommandName, input: unknown, answer: Answered<unknown>): void {
  const { loops } = run.memory;
  if (name === 'chat.send') {
    if (answer.is !== 'ok') return;
    const { settings } = input as CommandInput<'chat.send'>;
    const { conversationId } = answer.value as { conversationId: string };
    if (settings.tools?.loop !== undefined) loops.add(conversationId);
  } else if (name.startsWith('chat.') && name !== 'chat.stop') {
    const { messageId = '', conversationId = '' } = input as { messageId?: string; conversationId?: string };
    run.memory.goneOn.add(messageId).add(conversationId);
  }
}

interface Round {
  readonly id: string;
  readonly chat: string;
  readonly caller: string;
  readonly results: string;
  readonly went: string;
  readonly before: string;
}

export function checkLoops(run: Run): void {
  const { loops, goneOn } = run.memory;
  if (run.hasLostRows || loops.size === 0) return;
  const rounds = readDatabase(run, ({ all }) =>
    all<Round>(`SELECT reply.id AS id, reply.conversation_id AS chat, caller.id AS caller, results.id AS results,
        reply.profile_id || ' ' || reply.model AS went, caller.profile_id || ' ' || caller.model AS before
      FROM messages reply JOIN messages results ON results.id = reply.parent_id
        JOIN messages caller ON caller.id = results.parent_id
      WHERE reply.role = 'assistant' AND results.role = 'tool' AND reply.profile_id IS NOT NULL`),
  );
  const byHand = new Set(
    (rounds ?? [])
      .filter((one) => [one.id, one.caller, one.results].some((id) => goneOn.has(id)))
      .map(({ chat }) => chat),
  );
  for (const { id, chat, went, before } of rounds ?? []) {
    if (!loops.has(chat) || goneOn.has(chat) || byHand.has(chat) || went === before) continue;
    violate(run, 'sent', `the round of tools ${id} went to ${went}, and its message to ${before}`);
  }
}
