/** Which results a filter selects, as conditions of SQL. */
import { EDITED_HERE } from '../../../shared/media/edits';
import type { MediaFilter } from '../../core/ports/media-store';
import type { SqlValue } from './driver';
import { costOfResult } from './media-row';

export interface Condition {
  readonly sql: string;
  readonly value: SqlValue;
}

/** Where there are words, the index is read first, and of the results only those that it names. */
export function matching(words: string, conditions: readonly Condition[]) {
  const from =
    words === ''
      ? 'media m'
      : 'media_words CROSS JOIN media m ON m.seq = media_words.rowid AND media_words MATCH ?';
  const where = ['m.removed_at IS NULL', ...conditions.map(({ sql }) => sql)].join(' AND ');
  const values = conditions.map(({ value }) => value);
  return { sql: `FROM ${from} WHERE ${where}`, params: words === '' ? values : [words, ...values] };
}

/** A damaged list has none. */
export const TAGS = "iif(json_valid(m.tags), m.tags, '[]')";

const IS_FOREIGN = 'EXISTS (SELECT 1 FROM jobs j WHERE j.id = m.job_id AND j.is_foreign = 1)';
const ORIGIN = `CASE ? WHEN 'made' THEN EXISTS (SELECT 1 FROM job_inputs i WHERE i.job_id = m.job_id)
  WHEN 'used' THEN EXISTS (SELECT 1 FROM job_inputs i WHERE i.from_job_id = m.job_id AND i.from_media_id = m.id)
  WHEN 'edited' THEN m.model = '${EDITED_HERE}'
  WHEN 'imported' THEN ${IS_FOREIGN}
  ELSE m.model <> '${EDITED_HERE}' AND NOT ${IS_FOREIGN} END`;

const SETTINGS = "json_each(iif(json_valid(m.parameters), m.parameters, '{}'))";

/** Texts and seeds tell results apart rather than put them together. */
export const SETTINGS_IN_USE = `SELECT s.key AS name, CAST(s.value AS TEXT) AS value, count(*) AS count FROM media m, ${SETTINGS} s
  WHERE m.removed_at IS NULL AND s.key NOT IN ('seed', 'style', 'negativePrompt', 'instructions')
    AND s.key NOT LIKE 'voice:%' AND s.key NOT LIKE 'voice#%' AND length(s.value) <= 100
  GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT 200`;

export function conditionsOf(filter: MediaFilter): readonly Condition[] {
  const { kind, model, from, to, starred } = filter;
  const conditions: readonly { sql: string; value: SqlValue | undefined }[] = [
    { sql: 'm.kind = ?', value: kind },
    { sql: 'm.model = ?', value: model },
    {
      sql: 'EXISTS (SELECT 1 FROM jobs j WHERE j.id = m.job_id AND j.profile_id = ?)',
      value: filter.profile,
    },
    { sql: 'm.created_at >= ?', value: from },
    { sql: 'm.created_at <= ?', value: to },
    { sql: 'm.is_starred = ?', value: starred === undefined ? undefined : Number(starred) },
    { sql: 'm.rating >= ?', value: filter.rating },
    { sql: `EXISTS (SELECT 1 FROM json_each(${TAGS}) WHERE value = ?)`, value: filter.tag },
    { sql: 'm.color = ?', value: filter.color },
    { sql: ORIGIN, value: filter.origin },
    {
      sql: `m.seq IN (SELECT x.media_seq FROM board_media x JOIN boards b ON b.seq = x.board_seq
        WHERE b.id = ? AND b.removed_at IS NULL)`,
      value: filter.board,
    },
    {
      sql: `EXISTS (SELECT 1 FROM ${SETTINGS} WHERE key || '=' || value = ?)`,
      value: filter.setting && `${filter.setting.name}=${filter.setting.value}`,
    },
    ...costConditions(filter.cost),
    {
      sql: 'm.id IN (SELECT value FROM json_each(?))',
      value: filter.ids === undefined ? undefined : JSON.stringify(filter.ids),
    },
    {
      sql: 'm.id IN (SELECT value FROM json_each(?))',
      value: filter.groups === undefined ? undefined : JSON.stringify(filter.groups.flat()),
    },
  ];
  return conditions.filter((one): one is Condition => one.value !== undefined);
}

const costConditions = (cost: MediaFilter['cost']) =>
  cost === undefined
    ? []
    : [
        { sql: `${costOfResult(cost.unit)} >= ?`, value: cost.from ?? 0 },
        { sql: `${costOfResult(cost.unit)} <= ?`, value: cost.to },
      ];
