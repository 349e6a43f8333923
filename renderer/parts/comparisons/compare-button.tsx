import { Columns2 } from 'lucide-react';
import type { ModalityId } from '../../../shared/modalities/modalities';
import { Button } from '../../ui/button';
import { openNewComparison } from './comparison-actions';

/** Sends the same prompt to several models, side by side. */
export function CompareButton({ modality }: { modality: ModalityId }) {
  return (
    <Button
      tone="quiet"
      className="flex-none"
      title="Send to several models, side by side"
      onClick={() => openNewComparison(modality)}
    >
      <Columns2 className="icon" aria-hidden />
      <span className="gives-way-to-model">Compare</span>
    </Button>
  );
}
