/** The field of a setting that is a JSON value: a short summary, and its editor, whose code is loaded when it is opened. */
import { type ComponentType, useRef, useState } from 'react';
import type { JsonSetting, JsonValues } from '../../../shared/run/chat-settings';
import { Button } from '../../ui/button';
import { ResetButton } from '../../ui/field-head';
import { lazy, Suspense } from '../../ui/later';
import { ChoiceRow } from './choice-setting-field';

/** What an editor gets. It is a dialog, and saves a value that the setting takes. */
export interface JsonEditorProps<Value> {
  readonly value: Value;
  /** The model whose rules apply; `null` where there are several. */
  readonly model: string | null;
  readonly onSave: (value: Value) => void;
  readonly onClose: () => void;
}

/** The editor of each setting of kind `json`. */
const editors: { readonly [Id in keyof JsonValues]: ComponentType<JsonEditorProps<JsonValues[Id]>> } = {
  responseFormat: lazy(() => import('../schema/schema-editor')),
  tools: lazy(() => import('../tools/tools-editor')),
};

interface JsonSettingFieldProps {
  id: keyof JsonValues;
  setting: JsonSetting;
  model: string | null;
  value: unknown;
  onChange: (value: unknown) => void;
}

export function JsonSettingField({ id, setting, model, value, onChange }: JsonSettingFieldProps) {
  const { label, help, simple, editedLabel, example, summary } = setting;
  const [isOpen, setIsOpen] = useState(false);
  const isEdited = value !== undefined && !simple.some((one) => one.value === value);
  // Going through the options loses nothing that was edited.
  const lastEdited = useRef<unknown>(example);
  if (isEdited) lastEdited.current = value;
  const Editor = editors[id] as unknown as ComponentType<JsonEditorProps<unknown>>;
  const edited = (
    <>
      {(isEdited || simple.length === 0) && (
        <div className="mt-1 flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate" title={isEdited ? summary(value) : undefined}>
            {isEdited ? summary(value) : 'Not set'}
          </span>
          <Button
            className="flex-none"
            aria-label={`Edit ${label.toLowerCase()}…`}
            onClick={() => setIsOpen(true)}
          >
            Edit
          </Button>
        </div>
      )}
      {isOpen && (
        <Suspense>
          <Editor
            value={isEdited ? value : example}
            model={model}
            onSave={onChange}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
  if (simple.length > 0) {
    const choices = [...simple, { value: lastEdited.current, label: editedLabel }];
    return <ChoiceRow {...{ label, help, choices, value, onChange }}>{edited}</ChoiceRow>;
  }
  return (
    <div>
      <div className="flex h-7 items-center gap-1">
        <span className="flex-1 text-muted">{label}</span>
        {isEdited && <ResetButton label={label} onReset={() => onChange(undefined)} />}
      </div>
      <p className="text-muted text-sm">{help}</p>
      {edited}
    </div>
  );
}
