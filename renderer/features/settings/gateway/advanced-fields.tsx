import { X } from 'lucide-react';
import { useId } from 'react';
import { type PathName, pathNames } from '../../../../shared/gateways/gateways';
import { nearbyLimits, remoteLimits } from '../../../../shared/profiles/time-limits';
import { AddRowButton } from '../../../ui/add-row-button';
import { IconButton } from '../../../ui/button';
import { Disclosure } from '../../../ui/disclosure';
import { SelectField, TextField } from '../../../ui/fields';
import {
  type ConnectionDraft,
  type HeaderRow,
  isSecretRow,
  nextRow,
  type QueryRow,
} from './connection-draft';
import { HeaderRows } from './header-rows';

interface AdvancedFieldsProps {
  draft: ConnectionDraft;
  onChange: (draft: ConnectionDraft) => void;
  /** Headers that have fields of their own outside of this one. */
  shownElsewhere?: readonly string[];
}

const authenticationText = {
  bearer: 'Authorization: Bearer',
  header: 'Another header',
  none: 'None: no key is sent',
} as const;

/** What most gateways don't need, folded away. */
export function AdvancedFields({ draft, onChange, shownElsewhere = [] }: AdvancedFieldsProps) {
  const isElsewhere = ({ name }: HeaderRow) => shownElsewhere.includes(name);
  return (
    <Disclosure title="Advanced" note={summaryOf(draft)}>
      <SelectField
        label="Authentication"
        value={draft.authentication}
        options={authenticationText}
        onChange={(authentication) => onChange({ ...draft, authentication })}
      />
      {draft.authentication === 'header' && (
        <TextField
          label="Header of the key"
          value={draft.keyHeader}
          onChange={(event) => onChange({ ...draft, keyHeader: event.target.value })}
          spellCheck={false}
        />
      )}
      <HeaderRows
        headers={draft.headers.filter((header) => !isElsewhere(header))}
        onChange={(headers) =>
          onChange({ ...draft, headers: [...draft.headers.filter(isElsewhere), ...headers] })
        }
      />
      <QueryRows query={draft.query} onChange={(query) => onChange({ ...draft, query })} />
      <TimeLimitFields draft={draft} onChange={onChange} />
      <Paths paths={draft.paths} onChange={(paths) => onChange({ ...draft, paths })} />
    </Disclosure>
  );
}

/** `2 headers, 1 parameter`: what is in there while it is folded. */
function summaryOf(draft: ConnectionDraft): string {
  const { headers, query, paths, authentication, firstByteMinutes, silenceMinutes } = draft;
  const limits = [firstByteMinutes, silenceMinutes].filter((minutes) => minutes.trim() !== '').length;
  const filled = headers.filter(({ value, isStored }) => value !== '' || isStored).length;
  const changed = Object.values(paths).filter((path) => path !== '').length;
  const parts = [
    ...(authentication === 'bearer' ? [] : [authentication === 'none' ? 'no key' : 'key in a header']),
    ...counted(filled, 'header'),
    ...counted(query.filter(({ name }) => name !== '').length, 'parameter'),
    ...counted(limits, 'time limit'),
    ...counted(changed, 'path'),
  ];
  return parts.join(', ');
}

const counted = (count: number, noun: string) =>
  count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`];

const minutesText = (seconds: number): string => String(seconds / 60);

function TimeLimitFields({ draft, onChange }: Pick<AdvancedFieldsProps, 'draft' | 'onChange'>) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">Time limits</legend>
      <p className="text-muted text-sm">
        In minutes. Empty is the default: {minutesText(remoteLimits.firstByteSeconds)} and{' '}
        {minutesText(remoteLimits.silenceSeconds)}; on this computer or its network{' '}
        {minutesText(nearbyLimits.firstByteSeconds)} and {minutesText(nearbyLimits.silenceSeconds)}. A reply
        that keeps growing has no limit.
      </p>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(220px,1fr))] gap-2">
        <TextField
          label="Wait for the first byte"
          value={draft.firstByteMinutes}
          onChange={(event) => onChange({ ...draft, firstByteMinutes: event.target.value })}
          inputMode="decimal"
        />
        <TextField
          label="Silence in between"
          value={draft.silenceMinutes}
          onChange={(event) => onChange({ ...draft, silenceMinutes: event.target.value })}
          inputMode="decimal"
        />
      </div>
    </fieldset>
  );
}

const pathText: Readonly<Record<PathName, readonly [label: string, example: string]>> = {
  chat: ['Chat', '/chat/completions'],
  images: ['Images', '/images/generations'],
  speech: ['Speech', '/audio/speech'],
  videos: ['Videos', '/videos/generations'],
  jobs: ['List of jobs', '/jobs'],
  job: ['One job', '/jobs/{id}'],
  jobContent: ['File of a job', '/videos/{id}/content'],
  models: ['List of models', '/models'],
  model: ['One model', '/models/{id}'],
  balance: ['Balance', '/credits'],
};

interface PathsProps {
  paths: ConnectionDraft['paths'];
  onChange: (paths: ConnectionDraft['paths']) => void;
}

function Paths({ paths, onChange }: PathsProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">Paths</legend>
      <p className="text-muted text-sm">
        After the base URL; one that begins with ~/ starts at the root of the gateway. Empty is the default.
      </p>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(220px,1fr))] gap-2">
        {pathNames.map((name) => (
          <TextField
            key={name}
            label={`Path: ${pathText[name][0]}`}
            value={paths[name] ?? ''}
            onChange={(event) => onChange({ ...paths, [name]: event.target.value })}
            placeholder={pathText[name][1]}
            spellCheck={false}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface QueryRowsProps {
  query: readonly QueryRow[];
  onChange: (query: readonly QueryRow[]) => void;
}

/** Parameters added to the address of each request, such as `api-version`. */
function QueryRows({ query, onChange }: QueryRowsProps) {
  const id = useId();
  const change = (row: number, part: Partial<QueryRow>) =>
    onChange(query.map((one) => (one.row === row ? { ...one, ...part } : one)));
  const add = () =>
    onChange([...query, { row: nextRow(query), name: '', value: '', isSecret: null, isStored: false }]);
  return (
    <fieldset aria-describedby={id} className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">Query parameters</legend>
      <p id={id} className="text-muted text-sm">
        Added to the address of each request. Secret values are stored with the key.
      </p>
      {query.map((parameter, index) => (
        <Row
          key={parameter.row}
          parameter={parameter}
          number={index + 1}
          onChange={(part) => change(parameter.row, part)}
          onRemove={() => onChange(query.filter((one) => one.row !== parameter.row))}
        />
      ))}
      <div>
        <AddRowButton onAdd={add}>Add parameter</AddRowButton>
      </div>
    </fieldset>
  );
}

interface RowProps {
  parameter: QueryRow;
  number: number;
  onChange: (part: Partial<QueryRow>) => void;
  onRemove: () => void;
}

function Row({ parameter, number, onChange, onRemove }: RowProps) {
  const { name, value, isStored } = parameter;
  const isSecret = isSecretRow(parameter);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <input
        aria-label={`Name of parameter ${number}`}
        className="field min-w-40 flex-1 font-mono text-sm"
        value={name}
        onChange={(event) => onChange({ name: event.target.value })}
        placeholder="api-version"
        spellCheck={false}
      />
      <input
        aria-label={`Value of parameter ${number}`}
        type={isSecret ? 'password' : 'text'}
        className="field min-w-40 flex-1 font-mono text-sm"
        value={value}
        onChange={(event) => onChange({ value: event.target.value })}
        placeholder={isSecret && isStored ? 'Stored; type to replace it' : 'Value'}
        autoComplete="off"
        spellCheck={false}
      />
      <label className="flex items-center gap-1.5">
        <input
          type="checkbox"
          checked={isSecret}
          // A value that was stored as a secret is not shown again.
          onChange={(event) => onChange({ isSecret: event.target.checked, isStored: false })}
        />
        Secret
      </label>
      <IconButton icon={X} label={`Remove parameter ${number}`} onClick={onRemove} />
    </div>
  );
}
