import { useId, useMemo } from 'react';
import type { Extra as AnyExtra } from '../../../shared/extra/field-names';
import { formFieldOf } from '../../../shared/extra/form-fields';
import { liftExtra } from '../../../shared/extra/lift-extra';
import type { ModalityId } from '../../../shared/modalities/modalities';
import type { RunSettings } from '../../../shared/run/chat-settings';
import { readJsonObject } from '../../lib/json-place';
import { setExtraText, useUiState } from '../../state/ui/ui-state';
import { Button } from '../../ui/button';
import { FieldHead } from '../../ui/field-head';
import { type ExtraMistake, extraMistake } from './extra-mistake';
import { FilledExtraNote } from './filled-extra-note';

type Extra = RunSettings['extra'];

interface ExtraParametersProps {
  place: ModalityId;
  chatKey: string;
  value: Extra;
  onChange: (value: Extra) => void;
  /** Sets fields of the form, by their ids, and what stays of the extra parameters. */
  onMove: (values: Readonly<Record<string, unknown>>, rest: Extra) => void;
  example?: string;
}

const usual = '{ "prompt_cache_key": "docs" }';
const textOf = (value: AnyExtra | undefined) => (value === undefined ? '' : JSON.stringify(value, null, 2));
/** Without fields it is as if nothing was typed. */
const settingOf = (extra: AnyExtra): Extra =>
  Object.keys(extra).length === 0 ? undefined : (extra as NonNullable<Extra>);

/**
 * A JSON object, sent without changes. A text that can't be sent is kept as typed, and disables Send so that it is not
 * lost.
 */
export function ExtraParameters(props: ExtraParametersProps) {
  const { place, chatKey, value, onChange, example = usual } = props;
  const id = useId();
  const typed = useUiState(({ extraTexts }) => extraTexts[chatKey]);
  const text = typed ?? textOf(value);
  const mistake = useMemo(() => extraMistake(place, text), [place, text]);
  const type = (changed: string) => {
    setExtraText(chatKey, changed);
    const reading = readJsonObject(changed);
    if (reading.ok && extraMistake(place, changed) === null) onChange(settingOf(reading.value));
  };
  const settle = () => {
    if (typed !== undefined && mistake === null) setExtraText(chatKey, null);
  };
  const reset = () => {
    setExtraText(chatKey, null);
    onChange(undefined);
  };
  return (
    <div>
      <FieldHead
        htmlFor={id}
        label="Extra parameters"
        onReset={value === undefined && typed === undefined ? undefined : reset}
      />
      {place === 'chat' && (
        <FilledExtraNote extraKey={chatKey} extra={value} isBeside onRemove={() => onChange(undefined)} />
      )}
      <textarea
        id={id}
        rows={3}
        spellCheck={false}
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={settle}
        placeholder={example}
        aria-invalid={mistake !== null}
        aria-describedby={`${id}-help`}
        className="field max-h-64 min-h-[62px] resize-none font-mono text-sm [field-sizing:content]"
      />
      <p id={`${id}-help`} className={`text-sm ${mistake === null ? 'text-muted' : 'text-bad'}`}>
        {mistake?.message ?? 'A JSON object, merged into the request.'}
      </p>
      {mistake !== null && <Ways {...props} mistake={mistake} text={text} />}
    </div>
  );
}

/** Moves a field into the form where the form takes its value; otherwise it can be removed. */
function Ways({ place, chatKey, onMove, mistake, text }: ExtraParametersProps & WaysProps) {
  const [name] = mistake.formFields;
  const reading = readJsonObject(text);
  if (name === undefined || !reading.ok) return null;
  const { [name]: value, ...others } = reading.value;
  const { values } = liftExtra(place, { [name]: value });
  const isMovable = Object.keys(values).length > 0;
  const label = isMovable ? `Move to ${formFieldOf(place, name)?.label}` : `Remove “${name}”`;
  const move = () => {
    const isWhole = extraMistake(place, textOf(others)) === null;
    setExtraText(chatKey, isWhole ? null : textOf(others));
    onMove(values, isWhole ? settingOf(others) : undefined);
  };
  return (
    <Button className="mt-1" onClick={move}>
      {label}
    </Button>
  );
}

interface WaysProps {
  mistake: ExtraMistake;
  text: string;
}
