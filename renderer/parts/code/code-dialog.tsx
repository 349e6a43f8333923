import { Copy } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useMemo, useState } from 'react';
import type { CodeFile, CodeRequest } from '../../../shared/code/code-request';
import { variablesOf } from '../../../shared/code/connection';
import { type SnippetLanguage, snippetLanguages } from '../../../shared/code/operations';
import { snippet } from '../../../shared/code/snippet';
import { copyText } from '../../lib/clipboard';
import { call } from '../../link/call';
import { announce } from '../../state/announce';
import { mediaUrl } from '../../state/core/media-url';
import { useAnswer } from '../../state/use-answer';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { SwitchRow } from '../../ui/switch-row';
import { saveCopy } from '../save-file';
import type { CodeInput } from './code-input';
import { CodeText } from './code-text';
import { SandboxKey } from './sandbox-key';

interface CodeDialogProps {
  input: CodeInput | null;
  why?: string;
  onClose: () => void;
}

/** A request as code: in each language, streamed or not, to be copied. */
export default function CodeDialog({ input, why, onClose }: CodeDialogProps) {
  const { value: request, error } = useAnswer(input && (() => call('code.request', input)), [input]);
  return (
    <Dialog title="View code" size="text" onClose={onClose}>
      {input === null && <p className="text-muted">{why}</p>}
      {error !== null && <ErrorCard error={error} />}
      {request !== null && <Code request={request} />}
      <div className="mt-3 flex flex-none justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

const languages = Object.keys(snippetLanguages) as SnippetLanguage[];
/** The highlighter's names of the languages. */
const grammars: Readonly<Record<SnippetLanguage, string>> = {
  curl: 'bash',
  typescript: 'typescript',
  python: 'python',
};

/** The last chosen language is the default the next time. */
let lastLanguage: SnippetLanguage = 'curl';

function Code({ request }: { request: CodeRequest }) {
  const [language, setLanguage] = useState(lastLanguage);
  const [stream, setStream] = useState(request.stream);
  const [part, setPart] = useState(0);
  const { operation, baseUrl, bodies, files, form, connection } = request;
  const body = bodies[part] ?? bodies[0];
  const source = useMemo(
    () => snippet({ language, operation, baseUrl, stream, body: body ?? {}, files, form, connection }),
    [language, operation, baseUrl, stream, body, files, form, connection],
  );
  const choose = (chosen: string) => {
    lastLanguage = chosen as SnippetLanguage;
    setLanguage(lastLanguage);
  };
  return (
    <Tabs.Root value={language} onValueChange={choose} className="flex min-h-0 flex-1 flex-col gap-2">
      <div className="flex flex-none flex-wrap items-center gap-2">
        <Tabs.List aria-label="Language" className="flex gap-1">
          {languages.map((one) => (
            <Tabs.Trigger key={one} value={one} className="tab" autoFocus={one === language}>
              {snippetLanguages[one]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <span className="flex-1" />
        {operation === 'chat' && <SwitchRow label="Stream" on={stream} onChange={setStream} />}
        {bodies.length > 1 && <PartChoice count={bodies.length} part={part} onChange={setPart} />}
        <CopyCode source={source} />
      </div>
      {languages.map((one) => (
        <Tabs.Content key={one} value={one} tabIndex={-1} className="min-h-0 flex-1">
          <CodeText source={source} language={grammars[one]} label={`Code in ${snippetLanguages[one]}`} />
        </Tabs.Content>
      ))}
      <CodeFiles files={files} />
      <About request={request} />
    </Tabs.Root>
  );
}

/** Copies the full source, not only its visible part. */
function CopyCode({ source }: { source: string }) {
  const copy = async () => announce((await copyText(source)) ? 'Code copied' : 'Couldn’t copy');
  return (
    <Button tone="primary" onClick={copy}>
      <Copy className="icon" aria-hidden />
      Copy
    </Button>
  );
}

interface PartChoiceProps {
  count: number;
  part: number;
  onChange: (part: number) => void;
}

function PartChoice({ count, part, onChange }: PartChoiceProps) {
  return (
    <label className="flex items-center gap-2 text-muted">
      Call
      <select value={part} onChange={(event) => onChange(Number(event.target.value))} className="field w-28">
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: calls are identified only by their position.
          <option key={index} value={index}>
            {index + 1} of {count}
          </option>
        ))}
      </select>
    </label>
  );
}

const origins: Readonly<Record<CodeRequest['origin'], string>> = {
  sent: 'Exactly the request that was sent.',
  next: 'The request that would be sent now.',
  rebuilt: 'The original messages with this chat’s current settings. The settings used then are not stored.',
};

const madeOf = ({ origin, hasOwnSettings }: CodeRequest): string =>
  hasOwnSettings === true
    ? 'Rebuilt from the stored messages and the settings that this reply was requested with.'
    : origins[origin];

function About({ request }: { request: CodeRequest }) {
  const { isSandbox, connection } = request;
  return (
    <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
      <p className="min-w-0 flex-1">
        {madeOf(request)} <Variables names={variablesOf(connection)} />
      </p>
      {isSandbox && <SandboxKey />}
    </div>
  );
}

/** Where the secrets of the call come from. */
function Variables({ names }: { names: readonly string[] }) {
  if (names.length === 0) return 'It needs no key.';
  const [only] = names;
  return (
    <>
      {names.length === 1 ? 'The key is read from the environment variable ' : 'Secrets are read from '}
      {names.length === 1 ? (
        <code className="font-mono">{only}</code>
      ) : (
        names.map((name, index) => (
          <span key={name}>
            {index > 0 && ', '}
            <code className="font-mono">{name}</code>
          </span>
        ))
      )}
      .
    </>
  );
}

/** The files that the code reads, to be saved beside it. */
function CodeFiles({ files }: { files: readonly CodeFile[] }) {
  if (files.length === 0) return null;
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 text-muted text-sm">
      <p>The code reads its files from the folder it is run in:</p>
      <ul aria-label="Files of the code" className="flex flex-wrap gap-2">
        {files.map(({ fileName, attachmentId, name }) => (
          <li key={fileName}>
            <Button
              title={`${name}, save as ${fileName}`}
              onClick={() => void saveCopy(mediaUrl(attachmentId), fileName)}
            >
              Save {fileName}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
