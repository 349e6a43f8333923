import type { MediaModality } from '../../../shared/modalities/modalities';
import type { InputRole } from '../../../shared/run/input-roles';
import { missingInput } from '../../../shared/run/required-inputs';
import { useCapabilities, useOfForm } from '../../state/ui/forms';

/** The input that the model requires and the form doesn't have; `null` where nothing is missing. */
export function useMissingInput(modality: MediaModality, model: string | null): InputRole | null {
  const capabilities = useCapabilities(model);
  return useOfForm(modality, (form) => missingInput({ capabilities }, form));
}
