import { SlidersHorizontal } from 'lucide-react';
import { type ModalityId, modalities, type Parameter, rangeOf } from '../../../shared/modalities';
import type { Capabilities } from '../../../shared/models';
import { type Form, setForm, useCapabilities, useForm, useFormModel } from '../../store/forms';
import { setExtraText } from '../../store/person';
import { Button } from '../../ui/button';
import { NumberField } from '../../ui/number-field';
import { ExtraParameters } from '../chat/extra-parameters';
import { SavingFields } from '../library/saving-fields';
import { ChoiceField } from './choice-field';
import { VoiceSample } from './voice-sample';

const extraExamples: Readonly<Record<ModalityId, string>> = {
  image: '{ "background": "transparent" }',
  speech: '{ "instructions": "calmly" }',
  video: '{ "fps": 24 }',
};

/** What the next one is made with. A field left empty is not sent, so the model's own default holds. */
export function CreateSettings({ modality }: { modality: ModalityId }) {
  const form = useForm(modality);
  const capabilities = useCapabilities(useFormModel(modality));
  const reset = () => {
    setExtraText(modality, null);
    setForm(modality, { parameters: {}, extra: undefined });
  };
  return (
    <section aria-label="Run settings" className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-12 flex-none items-center gap-2 px-4">
        <SlidersHorizontal className="icon" aria-hidden />
        <h2 className="flex-1 font-semibold">Run settings</h2>
        <Button tone="quiet" className="h-7 px-2" onClick={reset}>
          Reset all
        </Button>
      </div>
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-4 pt-1 pb-5">
        {modalities[modality].parameters.map((parameter) => (
          <ParameterField key={parameter.id} {...{ modality, form, capabilities, parameter }} />
        ))}
        <ExtraParameters
          chatKey={modality}
          value={form.extra}
          example={extraExamples[modality]}
          onChange={(extra) => setForm(modality, { extra: extra as Form['extra'] })}
        />
        <SavingFields />
      </div>
    </section>
  );
}

interface ParameterFieldProps {
  modality: ModalityId;
  form: Form;
  capabilities: Capabilities | null;
  parameter: Parameter;
}

function ParameterField({ modality, form, capabilities, parameter }: ParameterFieldProps) {
  const value = form.parameters[parameter.id];
  const set = (chosen: string | number | undefined) => {
    const { [parameter.id]: _before, ...others } = form.parameters;
    setForm(modality, { parameters: chosen === undefined ? others : { ...others, [parameter.id]: chosen } });
  };
  if (parameter.kind === 'number') {
    return (
      <NumberField
        label={parameter.label}
        value={typeof value === 'number' ? value : undefined}
        onChange={set}
        {...rangeOf(parameter, capabilities)}
        step={parameter.step}
        whole={Number.isInteger(parameter.step)}
      />
    );
  }
  return (
    <ChoiceField
      parameter={parameter}
      capabilities={capabilities}
      value={typeof value === 'string' ? value : undefined}
      onChange={set}
    >
      {parameter.capability === 'voices' && <VoiceSample />}
    </ChoiceField>
  );
}
