import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { checkTable, formatTableMistake, promptOfRow } from '../../../shared/lab/batch';
import { parseTemplate, type Template } from '../../../shared/lab/template';
import { type MediaModality, modalities } from '../../../shared/modalities/modalities';
import { checkParameters } from '../jobs/jobs';
import { requireExtra } from '../lib/require-extra';
import type { WorkContext } from '../units/work-context';
import type { WorkControl } from '../units/work-control';
import { unitOf } from './batch-work';

type Input = CheckedInput<'batches.create'>;

/**
 * Checks and guards a batch as a whole, stores it and starts it.
 * @throws AppError before anything is stored.
 */
export async function createBatch(context: WorkContext, { admit }: WorkControl, input: Input): Promise<void> {
  const { storage, clock } = context.ports;
  const { profiles } = context.services;
  if (storage.batches.get(input.id)) return;
  checkInput(input);
  const { profileId = profiles.activeId() } = input;
  await profiles.access(profileId);
  // Checked again: a second call with the same id may have arrived while this one waited.
  if (storage.batches.get(input.id)) return;
  const { rows, isConfirmed, ...plan } = input;
  storage.transaction(() => {
    const keyed = rows.map((values) => ({ values, key: clock.newId() }));
    storage.batches.insert({ ...plan, profileId, createdAt: clock.now(), rows: keyed });
    admit(storage.batches.withStatus(input.id, 'waiting').map(unitOf), isConfirmed);
  });
  context.kind.reports.owner(input.id);
  context.pump();
}

const refusal = (field: string, message: string, details?: unknown) =>
  new AppError({ code: 'invalid_input', field, message, details });

/** @throws AppError `invalid_input`, naming what is wrong with template, table or parameters. */
function checkInput(input: Input): void {
  const { template, columns, rows } = input;
  const parsed = parseTemplate(template);
  const [broken] = parsed.mistakes;
  if (broken) throw refusal('template', `Line ${broken.line}, column ${broken.column}: ${broken.message}`);
  const twice = columns.find((column, index) => columns.indexOf(column) !== index);
  if (twice !== undefined) throw refusal('columns', `The column “${twice}” is in the table twice.`);
  const mistakes = checkTable(parsed, columns, rows);
  const [first] = mistakes;
  if (first) throw refusal('rows', formatTableMistake(first), mistakes);
  if (input.modality === 'chat') requireExtra('chat', input.settings.extra, 'settings.extra');
  else checkMedia(input, parsed);
}

type MediaInput = Extract<Input, { modality: MediaModality }>;

function checkMedia(input: MediaInput, template: Template): void {
  const { modality } = input;
  checkParameters(modality, input.parameters, '');
  requireExtra(modality, input.extra, 'extra');
  const { label, maxCharacters } = modalities[modality].text;
  const long = input.rows.findIndex(
    (values) => promptOfRow(template, input.columns, values).trim().length > maxCharacters,
  );
  if (long === -1) return;
  throw refusal('rows', `Row ${long + 1}: ${label} is longer than ${maxCharacters} characters.`);
}
