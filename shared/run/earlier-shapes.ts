/**
 * Requests as earlier versions stored and sent them, read as they are today: the one place that knows those shapes.
 * Archives, the database, what the page has stored, and programs that send them still hold them.
 */
import type { ModalityId } from '../modalities/modalities';
import { emptySetup, type Setup } from './setup';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A batch had the settings of both, those of the other kind empty. */
export function fromBothSettings(value: unknown): unknown {
  if (!isFields(value)) return value;
  if (value.modality === 'chat') {
    const { parameters: _parameters, extra: _extra, ...own } = value;
    return own;
  }
  const { settings: _settings, ...own } = value;
  return own;
}

/** A column had `{ run, parameters, extra }` as its settings. */
function fromColumnSettings(modality: unknown, column: unknown): unknown {
  if (!isFields(column) || !isFields(column.settings) || !('run' in column.settings)) return column;
  const { settings, ...rest } = column;
  const { run, parameters, extra } = settings as Fields;
  return modality === 'chat' ? { ...rest, settings: run } : { ...rest, parameters, extra };
}

/** The columns of a comparison that is sent. */
export function fromColumns(value: unknown): unknown {
  if (!isFields(value) || !Array.isArray(value.columns)) return value;
  return { ...value, columns: value.columns.map((column) => fromColumnSettings(value.modality, column)) };
}

/** A preset had `tab` for its modality, and left out extra parameters where there were none. */
export function fromTab(value: unknown): unknown {
  if (!isFields(value)) return value;
  const { tab, ...rest } = value;
  const named = tab === undefined ? value : { modality: tab, ...rest };
  return named.modality === 'chat' || !('parameters' in named) ? named : { extra: {}, ...named };
}

/**
 * The settings of a column as they were stored: `{ run, parameters, extra }`, or those of its modality alone.
 * What can't be read is as if nothing was set.
 */
export function readSetup(modality: ModalityId, stored: unknown): Setup {
  const empty = emptySetup(modality);
  const isEarlier = isFields(stored) && 'run' in stored;
  const own = isEarlier ? fromColumnSettings(modality, { settings: stored }) : stored;
  if (!isFields(own)) return empty;
  const held = Object.keys(empty).filter((name) => isFields(own[name]));
  return { ...empty, ...Object.fromEntries(held.map((name) => [name, own[name]])) };
}
