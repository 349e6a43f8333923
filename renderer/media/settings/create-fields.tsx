import type { ReactNode } from 'react';
import {
  type ChoiceParameter,
  isShown,
  type MediaModality,
  modalities,
  type NumberParameter,
  type Parameter,
  rangeOf,
  slideOf,
  type TextParameter,
  takesSetting,
} from '../../../shared/modalities/modalities';
import type { Capabilities } from '../../../shared/models/models';
import { ExtraParameters } from '../../parts/run-settings/extra-parameters';
import { TextSettingField } from '../../parts/run-settings/text-setting-field';
import type { Form } from '../../state/ui/form';
import { NumberField } from '../../ui/number-field';
import { isDocumented, useActiveGateway } from '../documented-settings';
import { pageModalities } from '../modalities/page-modalities';
import { ChoiceField } from './choice-field';
import { RateChoices, SecondChoices } from './pictured-choices';

interface CreateFieldsProps extends Pick<Form, 'parameters' | 'extra'> {
  modality: MediaModality;
  /** The capabilities that limit the fields; `null` without a model. */
  capabilities: Capabilities | null;
  /** The id under which the typed "extra parameters" are kept. */
  extraKey: string;
  /** Shown beside the voice field. */
  sample?: ReactNode;
  onChange: (change: Partial<Pick<Form, 'parameters' | 'extra'>>) => void;
}

/** All fields of a modality, wherever their values are stored. */
export function CreateFields(props: CreateFieldsProps) {
  const { modality, capabilities, extraKey, parameters, extra, sample, onChange } = props;
  const set = (id: string, chosen: string | number | undefined) => {
    const { [id]: _before, ...others } = parameters;
    onChange({ parameters: chosen === undefined ? others : { ...others, [id]: chosen } });
  };
  const gateway = useActiveGateway();
  const isUndocumented = ({ id }: Parameter) => !isDocumented(gateway, modality, id);
  const shown = modalities[modality].parameters.filter(
    (parameter) =>
      isShown(parameter, capabilities, parameters[parameter.id]) &&
      (parameters[parameter.id] !== undefined || !isUndocumented(parameter)),
  );
  return (
    <>
      {shown.map((parameter) => (
        <ParameterField
          key={parameter.id}
          {...{ capabilities, sample }}
          parameter={isUndocumented(parameter) ? { ...parameter, help: undocumented } : parameter}
          isSent={!isUndocumented(parameter)}
          value={parameters[parameter.id]}
          onChange={(chosen) => set(parameter.id, chosen)}
        />
      ))}
      <ExtraParameters
        place={modality}
        chatKey={extraKey}
        value={extra}
        example={pageModalities[modality].extraExample}
        onChange={(changed) => onChange({ extra: changed })}
        onMove={(values, rest) =>
          onChange({
            parameters: { ...parameters, ...(values as Form['parameters']) },
            extra: rest,
          })
        }
      />
    </>
  );
}

interface ParameterFieldProps {
  parameter: Parameter;
  capabilities: Capabilities | null;
  value: string | number | undefined;
  /** Whether the gateway has a field for it. */
  isSent: boolean;
  sample: ReactNode;
  onChange: (value: string | number | undefined) => void;
}

function ParameterField({ parameter, capabilities, value, isSent, sample, onChange }: ParameterFieldProps) {
  if (parameter.kind === 'number')
    return (
      <NumberParameterField
        {...{ parameter, capabilities, isSent, onChange }}
        value={typeof value === 'number' ? value : undefined}
      />
    );
  if (parameter.kind === 'text') {
    const isUnlisted = isSent && !isListed(parameter, capabilities);
    return (
      <TextSettingField
        setting={{ ...parameter, isShort: true, ...(isUnlisted && { help: unlisted }) }}
        value={typeof value === 'string' ? value : undefined}
        onChange={onChange}
      />
    );
  }
  const isUnlisted = isSent && value !== undefined && !isOffered(parameter, capabilities);
  return (
    <ChoiceField
      parameter={isUnlisted ? { ...parameter, help: unlisted } : parameter}
      capabilities={capabilities}
      value={typeof value === 'string' ? value : undefined}
      onChange={onChange}
    >
      {parameter.capability === 'voices' && sample}
    </ChoiceField>
  );
}

interface NumberParameterFieldProps {
  parameter: NumberParameter;
  capabilities: Capabilities | null;
  value: number | undefined;
  isSent: boolean;
  onChange: (value: number | undefined) => void;
}

function NumberParameterField(props: NumberParameterFieldProps) {
  const { parameter, capabilities, value, isSent, onChange } = props;
  const { id, label, step, capability, isNamed = false } = parameter;
  const range = rangeOf(parameter, capabilities);
  const isUnlisted = isSent && isNamed && !takesSetting(parameter, capabilities);
  const known = isUnlisted ? unlisted : parameter.help;
  const isStated = capability !== undefined && capabilities?.[capability] !== undefined;
  return (
    <div>
      <NumberField
        {...{ label, value, onChange, step }}
        {...range}
        {...slideOf(parameter, capabilities)}
        help={isNamed || !isSent ? known : namedRange(parameter, capabilities)}
        whole={Number.isInteger(step)}
      />
      {isStated && id === 'duration' && <SecondChoices {...{ range, value, onChange }} />}
      {id === 'frameRate' && <RateChoices {...{ range, value, onChange }} />}
    </div>
  );
}

const undocumented =
  'This gateway documents no field for it, so it isn’t sent. A field of another name can be an extra parameter.';
const unlisted = 'This model doesn’t list it: it may be ignored or refused.';

/** Whether a model takes the field, as far as its record lists any. */
const isListed = ({ wire }: Pick<TextParameter, 'wire'>, capabilities: Capabilities | null): boolean =>
  wire === null || (capabilities?.parameters?.includes(wire) ?? true);

/** A choice that not every model takes is listed by its values as well. */
const isOffered = (parameter: ChoiceParameter, capabilities: Capabilities | null): boolean =>
  parameter.isAlsoExtra !== true ||
  (parameter.capability !== undefined && capabilities?.[parameter.capability] !== undefined) ||
  isListed(parameter, capabilities);

/** The bounds that the model names, in words. */
function namedRange(parameter: NumberParameter, capabilities: Capabilities | null): string | undefined {
  if (parameter.capability === undefined || capabilities?.[parameter.capability] === undefined)
    return undefined;
  const { min, max } = rangeOf(parameter, capabilities);
  return `${min} to ${max}${parameter.unit === undefined ? '' : ` ${parameter.unit}`}`;
}
