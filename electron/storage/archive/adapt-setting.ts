import { settingsSchema } from '../../../shared/app/settings';
import { limits } from '../../../shared/limits';
import { defaultNetwork } from '../../../shared/profiles/defaults';
import { JsonRefusal, parseBoundedJson } from '../../../shared/text/bounded-json';
import { foreign } from './damaged';
import type { RestoreContext } from './restore-context';
import type { Row } from './tables';

/**
 * Which hosts of this computer's network a gateway may name, which others get its key, by which proxy requests go, whose certificates are trusted,
 * whether an update server is asked and which key is taken from all other programs is decided here, never by an archive.
 */
const ofThisComputer = {
  mediaFolder: '',
  resultHosts: {},
  jobOrigins: {},
  network: defaultNetwork,
  networks: {},
  updates: 'ask',
  quickAskKey: '',
};

type AdaptValue = (value: string) => string | null;

/**
 * By the key of the row; others are left out: what another version stored, and the active profile, to whose address the
 * next request would go.
 */
const known: Readonly<Record<string, AdaptValue>> = {
  app: (value) => JSON.stringify({ ...readSettings(value), ...ofThisComputer }),
  'new-chat-draft': (value) => (value.length <= limits.messageCharacters ? value : null),
};

/** An app that is already in use keeps its settings; the folders of another computer mean nothing here. */
export function adaptSetting(row: Row, context: RestoreContext): Row | null {
  const key = String(row.key);
  if (!context.isFresh || !Object.hasOwn(known, key)) return null;
  const value = known[key]?.(String(row.value)) ?? null;
  return value === null ? null : { ...row, value };
}

/** Field by field, as at every start: a field that fails its check falls back alone. */
function readSettings(text: string): Readonly<Record<string, unknown>> {
  const stored = parse(text);
  const fields = Object.entries(settingsSchema.shape).flatMap(([name, schema]) => {
    const parsed = schema.safeParse(stored[name]);
    return parsed.success ? [[name, parsed.data] as const] : [];
  });
  return Object.fromEntries(fields);
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value = parseBoundedJson(text, { maxCharacters: limits.messageCharacters * 4 });
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch (cause) {
    if (cause instanceof JsonRefusal) throw foreign(`its settings cannot be read: the text ${cause.message}`);
    throw cause;
  }
}
