import { useId } from 'react';
import { type ChoiceParameter, choicesOf } from '../../../shared/modalities/modalities';
import type { Capabilities } from '../../../shared/models/models';
import { FieldHead } from '../../ui/field-head';
import { ShapeChoices } from './pictured-choices';

interface ChoiceFieldProps {
  parameter: ChoiceParameter;
  capabilities: Capabilities | null;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  /** Shown beside the field. */
  children?: React.ReactNode;
}

/** One of the values that a model lists; if it lists none, any value of the right form. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { parameter, capabilities, value, onChange, children } = props;
  const id = useId();
  const named = parameter.capability === undefined ? undefined : capabilities?.[parameter.capability];
  const isClosed = parameter.capability === undefined || (named !== undefined && named.length > 0);
  const choices = choicesOf(parameter, capabilities);
  const isOffered = value === undefined || !isClosed || choices.includes(value);
  return (
    <div>
      <FieldHead
        htmlFor={id}
        label={parameter.label}
        help={parameter.help}
        onReset={value === undefined ? undefined : () => onChange(undefined)}
      >
        {children}
      </FieldHead>
      {isClosed ? (
        <select
          id={id}
          value={isOffered ? (value ?? '') : ''}
          onChange={(event) => onChange(event.target.value || undefined)}
          aria-describedby={isOffered ? undefined : `${id}-help`}
          className="field"
        >
          <option value="">Model default</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      ) : (
        <FreeChoice id={id} {...{ parameter, choices, value, onChange }} />
      )}
      {isPictured(parameter) && <ShapeChoices {...{ choices, value, onChange }} />}
      {!isOffered && (
        <p id={`${id}-help`} className="mt-0.5 text-sm text-warn">
          This model doesn’t offer {value}. Its default is used.
        </p>
      )}
    </div>
  );
}

/** Sizes, resolutions and ratios have a shape; voices and formats don't. */
const isPictured = ({ capability }: ChoiceParameter): boolean =>
  capability === 'sizes' || capability === 'resolutions' || capability === 'ratios';

interface FreeChoiceProps {
  id: string;
  parameter: ChoiceParameter;
  choices: readonly string[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

function FreeChoice({ id, parameter, choices, value, onChange }: FreeChoiceProps) {
  const isWrong = value !== undefined && !parameter.pattern.test(value);
  return (
    <>
      <input
        id={id}
        list={`${id}-choices`}
        value={value ?? ''}
        placeholder="Model default"
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-mistake` : undefined}
        className="field"
      />
      <datalist id={`${id}-choices`}>
        {choices.map((choice) => (
          <option key={choice} value={choice} />
        ))}
      </datalist>
      {isWrong && (
        <p id={`${id}-mistake`} className="text-bad text-sm">
          Invalid value: it is not sent.
        </p>
      )}
    </>
  );
}
