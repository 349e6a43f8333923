/** Probabilities of the tokens of replies: apart from their messages, since they are far larger and seldom read. */
import type { TokenChance } from '../../../shared/chat/logprobs';
import type { Database } from './driver';
import { readJson } from './json-column';

/** Whether the message `m` has some. */
export const HAS_LOGPROBS = 'EXISTS (SELECT 1 FROM message_logprobs l WHERE l.message_id = m.id)';

/** In place of what was there; none takes that away. */
export function writeLogprobs(
  database: Database,
  id: string,
  tokens: readonly TokenChance[] | undefined,
): void {
  if (tokens === undefined || tokens.length === 0) {
    database.run('DELETE FROM message_logprobs WHERE message_id = ?', id);
    return;
  }
  database.run(
    'INSERT OR REPLACE INTO message_logprobs (message_id, tokens) VALUES (?, ?)',
    id,
    JSON.stringify(tokens),
  );
}

export function logprobsOf(database: Database, id: string): readonly TokenChance[] {
  const row = database.get<{ tokens: string }>(
    'SELECT tokens FROM message_logprobs WHERE message_id = ?',
    id,
  );
  return row === undefined ? [] : readJson<readonly TokenChance[]>(row.tokens, []);
}
