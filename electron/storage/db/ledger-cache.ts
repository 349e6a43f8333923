/** What caches saved in a selection: tokens added up for each set of prices, since a saving grows with its tokens. */
import { type CacheSaved, type CacheTokens, cacheSaving } from '../../../shared/money/cache-saving';
import { decimalText, plus, ZERO } from '../../../shared/money/decimal';
import { firstUnit } from '../../../shared/money/money-units';
import type { TokenPrices } from '../../../shared/money/token-usage';
import type { LedgerFilter } from '../../core/ports/ledger';
import type { Database } from './driver';
import { seqOfName } from './ids';
import { readJson } from './json-column';
import { countedSelectionOf } from './ledger-terms';

interface Group extends CacheTokens {
  readonly prices: string | null;
  readonly calls: number;
}

const WRITTEN = "coalesce(json_extract(m.token_details, '$.cacheWrite'), 0)";
const HOUR = "coalesce(json_extract(m.token_details, '$.cacheWriteHour'), 0)";
/** No token is read and written, nor more than there are. */
const READ = 'min(m.prompt_tokens, coalesce(m.cached_tokens, 0))';

/** A reply counts once, also where several rows are about it; a deleted one has no prices left. */
const groupsIn = (where: string) => `
  WITH chosen AS (SELECT message_id AS id, max(cached_tokens) AS cached FROM ledger_rows ledger
    WHERE message_id IS NOT NULL AND ${where} GROUP BY message_id)
  SELECT m.token_prices AS prices, count(*) AS calls, sum(${READ}) AS cached,
    sum(min(m.prompt_tokens - ${READ}, ${WRITTEN})) AS written,
    sum(min(m.prompt_tokens - ${READ}, ${WRITTEN}, ${HOUR})) AS writtenHour
  FROM chosen JOIN message_rows m ON m.id = chosen.id
  WHERE m.prompt_tokens IS NOT NULL AND (m.cached_tokens > 0 OR ${WRITTEN} > 0) GROUP BY 1
  UNION ALL SELECT NULL, count(*), 0, 0, 0 FROM chosen
  WHERE chosen.cached > 0 AND NOT EXISTS (SELECT 1 FROM message_rows m WHERE m.id = chosen.id)`;

/** @param conversationId of one chat alone */
export function cacheSaved(
  database: Database,
  { unit = firstUnit, ...filter }: LedgerFilter,
  conversationId: string | undefined,
): CacheSaved {
  const { where, params } = countedSelectionOf({ ...filter, unit });
  const ofChat = conversationId === undefined ? '' : ` AND conversation_seq = ${seqOfName('?')}`;
  const all = conversationId === undefined ? params : [...params, conversationId];
  let [calls, unknown, saved] = [0, 0, ZERO];
  for (const group of database.all<Group>(groupsIn(where + ofChat), ...all)) {
    const prices = readJson<TokenPrices | null>(group.prices, null);
    const saving = prices?.unit === unit ? cacheSaving(group, prices) : null;
    if (saving === null) unknown += group.calls;
    else [calls, saved] = [calls + group.calls, plus(saved, saving)];
  }
  return { unit, calls, unknown, saved: decimalText(saved) };
}
