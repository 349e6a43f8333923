import { useId, useRef, useState } from 'react';
import type { PromptVersionRef } from '../../../../shared/lab/experiment';
import { call } from '../../../link/call';
import { useFieldHistory } from '../../../parts/composer/use-field-history';
import { useAnswer } from '../../../state/use-answer';
import { Button } from '../../../ui/button';
import { setLabDraft, useLabDraft } from './draft-store';

/** The prompt of all variants that have none of their own. */
export function PromptFields() {
  const template = useLabDraft((draft) => draft.template);
  const version = useLabDraft((draft) => draft.promptVersion);
  return (
    <section aria-label="Prompt">
      <TemplateField
        label="Prompt"
        focusName="lab-prompt"
        template={template}
        version={version}
        onChange={(text, promptVersion) => setLabDraft({ template: text, promptVersion })}
      />
      <p className="mt-1 text-muted text-sm">
        Variables such as <code className="font-mono">{'{{topic}}'}</code> are filled in from the cases.
      </p>
    </section>
  );
}

interface TemplateFieldProps {
  label: string;
  focusName?: string;
  template: string;
  version: PromptVersionRef | null;
  /** Typed text belongs to no version. */
  onChange: (template: string, version: PromptVersionRef | null) => void;
}

/** A prompt with variables, typed or from a version of the library. */
export function TemplateField({ label, focusName, template, version, onChange }: TemplateFieldProps) {
  const id = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const [isChoosing, setChoosing] = useState(false);
  useFieldHistory(input, template);
  return (
    <div>
      <div className="mb-1 flex items-center gap-2">
        <label htmlFor={id} className="text-muted">
          {label}
        </label>
        {version !== null && (
          <span className="text-muted text-sm">version {version.version} of the library</span>
        )}
        <div className="flex-1" />
        <Button
          tone="quiet"
          className="h-6! px-2! text-sm"
          aria-expanded={isChoosing}
          onClick={() => setChoosing(!isChoosing)}
        >
          From the library…
        </Button>
      </div>
      {isChoosing && (
        <FromLibrary
          onChoose={(text, chosen) => {
            onChange(text, chosen);
            setChoosing(false);
          }}
        />
      )}
      <textarea
        ref={input}
        id={id}
        data-focus={focusName}
        rows={4}
        value={template}
        placeholder="Describe {{what}} in one sentence"
        onChange={({ target }) => onChange(target.value, null)}
        className="field min-h-20 resize-y font-mono"
      />
    </div>
  );
}

const listedPrompts = 100;

function FromLibrary({ onChoose }: { onChoose: (text: string, version: PromptVersionRef) => void }) {
  const [promptId, setPromptId] = useState('');
  const prompts = useAnswer(
    () => call('prompts.page', { query: '', tag: null, cursor: null, limit: listedPrompts }),
    [],
  );
  const versions = useAnswer(promptId === '' ? null : () => call('prompts.versions', { id: promptId }), [
    promptId,
  ]);
  const choose = (number: number) => {
    const chosen = versions.value?.find(({ version }) => version === number);
    if (chosen !== undefined) onChoose(chosen.text, { promptId, version: number });
  };
  const listed = prompts.value?.prompts ?? [];
  if (prompts.value !== null && listed.length === 0)
    return <p className="mb-1 text-muted">The prompt library is empty</p>;
  return (
    <div className="mb-1 flex flex-wrap gap-2">
      <select
        aria-label="Prompt of the library"
        className="field w-auto max-w-72"
        value={promptId}
        onChange={({ target }) => setPromptId(target.value)}
      >
        <option value="">Choose a prompt</option>
        {listed.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {promptId !== '' && (
        <select
          aria-label="Version"
          className="field w-auto max-w-72"
          value=""
          onChange={({ target }) => choose(Number(target.value))}
        >
          <option value="">Choose a version</option>
          {(versions.value ?? []).map(({ version, note }) => (
            <option key={version} value={version}>
              {version}
              {note !== '' && ` · ${note}`}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
