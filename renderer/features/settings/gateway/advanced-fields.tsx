import { type PathName, pathNames } from '../../../../shared/gateways';
import { nearbyLimits, remoteLimits } from '../../../../shared/time-limits';
import { Disclosure } from '../../../ui/disclosure';
import { SelectField } from '../../../ui/select-field';
import { TextField } from '../../../ui/text-field';
import type { ConnectionDraft, HeaderRow } from './connection-draft';
import { HeaderRows } from './header-rows';
import { QueryRows } from './query-rows';

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
