import { type ClipboardEvent, type FormEvent, useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import type { LocalServer } from '../../../shared/profiles/local-servers';
import { findShown, focusWhenThere, noteFocus } from '../../lib/focus';
import type { NamedValue } from '../../lib/pasted/pasted';
import { call } from '../../link/call';
import { configureForProfile } from '../../state/ui/config-actions';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/fields';
import { AdvancedFields } from './gateway/advanced-fields';
import { placeholdersOf } from './gateway/connection-draft';
import { type Choices, type Filled, filledFrom, filledFromChoice } from './gateway/fill-from-pasted';
import { GatewayPicker } from './gateway/gateway-picker';
import { KnownHeaders } from './gateway/header-rows';
import { LocalServers } from './gateway/local-servers';
import {
  chosenGateway,
  inputOf,
  type NewGateway,
  newGateway,
  ownName,
  problemOf,
  withChosen,
  withLocalServer,
} from './gateway/new-gateway';
import { PastedChoice } from './gateway/pasted-choice';
import { useWayOfKey, WayNote } from './way-of-key';

interface NewProfileProps {
  /**
   * `isReady` where the form had all that a request needs, so that the connection can be tested; `isElsewhere` where the
   * person went on before the answer.
   */
  onCreated: (id: string, isReady: boolean, isElsewhere: boolean) => void;
}

/** A gateway that is not known yet, in one form: what it is, where it is, and its key. */
export function NewProfile({ onCreated }: NewProfileProps) {
  const { form, setForm, filled, fillFromServer, onPaste, choices, dropChoices, choose } = useForm();
  const { error, isSending, create } = useCreate(form, onCreated);
  const gateway = chosenGateway(form);
  const problem = problemOf(form);
  const way = useWayOfKey(null);
  const hasKey = form.key !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problem === null && !isSending && (!hasKey || way.confirm())) void create('keychain');
  };
  return (
    <form
      onSubmit={submit}
      onPaste={onPaste}
      aria-label="New gateway"
      className="flex flex-col gap-3 rounded-card border border-line bg-panel p-4"
    >
      <p className="text-muted">
        Choose the gateway, or paste a key, an address, a cURL command, .env lines or code anywhere in this
        form.
      </p>
      <LocalServers onUse={fillFromServer} />
      <GatewayPicker chosen={gateway} onChoose={(chosen) => setForm(withChosen(form, chosen))} />
      <p role="status" className="text-ok text-sm empty:hidden">
        {filled}
      </p>
      {choices !== null && <PastedChoice choices={choices} onChoose={choose} onCancel={dropChoices} />}
      <Fields form={form} onChange={setForm} />
      <AdvancedFields
        draft={form.draft}
        onChange={(draft) => setForm({ ...form, draft })}
        shownElsewhere={gateway.headers.map(({ name }) => name)}
      />
      {error !== null && <CreateError error={error} onKeepForSession={() => void create('session')} />}
      {hasKey && <WayNote way={way} />}
      <div className="flex items-center gap-3">
        <Button
          type="submit"
          tone="primary"
          data-focus="create-profile"
          aria-disabled={problem !== null || isSending}
        >
          {hasKey && way.isAsking ? 'Create anyway' : 'Create profile'}
        </Button>
        {problem !== null && form.baseUrl !== '' && <p className="text-muted text-sm">{problem}</p>}
      </div>
    </form>
  );
}

/** Fields in which an address fills the form. */
const ownFields: ReadonlySet<string> = new Set(['profileName', 'baseUrl', 'apiKey']);

/** What is typed, and what was filled in from elsewhere. */
function useForm() {
  const [form, setForm] = useState<NewGateway>(newGateway);
  const [filled, setFilled] = useState<string | null>(null);
  const [choices, setChoices] = useState<Choices | null>(null);
  const fillFromServer = (server: LocalServer) => {
    setForm(withLocalServer(form, server));
    setFilled('Filled from the local server: address.');
  };
  const show = (found: Filled) => {
    setForm(found.form);
    setFilled(found.text);
    setChoices(found.choices);
    focusWhenThere(nextField(found));
  };
  const onPaste = (event: ClipboardEvent<HTMLFormElement>) => {
    // A header or parameter may hold an address of its own.
    const isFree = !(event.target instanceof HTMLInputElement) || ownFields.has(event.target.name);
    const found = filledFrom(form, event.clipboardData.getData('text/plain'), isFree);
    if (found === null) return;
    event.preventDefault();
    show(found);
  };
  const dropChoices = () => {
    setFilled(null);
    setChoices(null);
  };
  const choose = (address: NamedValue | null, key: NamedValue | null) => {
    if (choices !== null) show(filledFromChoice(form, choices.from, address, key));
  };
  return { form, setForm, filled, fillFromServer, onPaste, choices, dropChoices, choose };
}

/** What a pasted text left open comes next, else what sends the form. */
function nextField({ form, choices }: Filled): () => HTMLElement | null {
  if (choices !== null) return () => document.querySelector('form[aria-label="New gateway"] fieldset select');
  const { authentication } = form.draft;
  if (form.baseUrl === '' || placeholdersOf(form.baseUrl).length > 0) return () => findShown('new-address');
  const wantsKey = form.key === '' && authentication !== 'none' && chosenGateway(form).key === 'needed';
  return () => findShown(wantsKey ? 'new-key' : 'create-profile');
}

interface CreateErrorProps {
  error: AppErrorData;
  onKeepForSession: () => void;
}

function CreateError({ error, onKeepForSession }: CreateErrorProps) {
  return (
    <div ref={showWhole}>
      <ErrorCard error={error}>
        {error.code === 'keychain_unavailable' && (
          <Button onClick={onKeepForSession}>Keep for this session only</Button>
        )}
      </ErrorCard>
    </div>
  );
}

interface FieldsProps {
  form: NewGateway;
  onChange: (form: NewGateway) => void;
}

/** In a low window it would appear below the edge. */
const showWhole = (card: HTMLElement | null): void => card?.scrollIntoView({ block: 'nearest' });

function Fields({ form, onChange }: FieldsProps) {
  const gateway = chosenGateway(form);
  const asksForKey = form.draft.authentication !== 'none';
  return (
    <>
      <TextField
        label="Name"
        name="profileName"
        value={form.name}
        onChange={(event) => onChange({ ...form, name: event.target.value, isNamed: true })}
        placeholder={ownName(form)}
      />
      <TextField
        label="Base URL"
        name="baseUrl"
        data-focus="new-address"
        value={form.baseUrl}
        onChange={(event) => onChange({ ...form, baseUrl: event.target.value })}
        placeholder="https://gateway.example/api/v1"
        help="The address the gateway’s operations begin with; it usually ends in /v1."
        inputMode="url"
        spellCheck={false}
        required
      />
      {asksForKey && (
        <TextField
          label="API key"
          name="apiKey"
          data-focus="new-key"
          type="password"
          role="textbox"
          value={form.key}
          onChange={(event) => onChange({ ...form, key: event.target.value })}
          autoComplete="off"
          spellCheck={false}
          help={keyHelp(gateway.key)}
        />
      )}
      <KnownHeaders
        gateway={gateway}
        headers={form.draft.headers}
        onChange={(headers) => onChange({ ...form, draft: { ...form.draft, headers } })}
      />
    </>
  );
}

const keyHelp = (key: 'needed' | 'optional' | 'none'): string =>
  key === 'needed'
    ? 'Stored in the keychain of this computer. You can also add it later.'
    : 'Leave it empty if the server needs no key.';

function useCreate(form: NewGateway, onCreated: NewProfileProps['onCreated']) {
  const [error, setError] = useState<AppErrorData | null>(null);
  const [isSending, setSending] = useState(false);
  const create = async (keep: 'keychain' | 'session') => {
    setSending(true);
    const isElsewhere = noteFocus();
    const { input, isReady } = inputOf(form, keep);
    const answer = await call('profiles.create', input);
    setSending(false);
    if (!answer.ok) return setError(answer.error);
    const { id } = answer.value;
    const model = form.pasted?.model ?? null;
    if (model !== null) configureForProfile(id, model);
    onCreated(id, isReady, isElsewhere());
  };
  return { error, isSending, create };
}
