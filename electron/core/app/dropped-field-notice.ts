import type { Notice } from '../../../shared/contract';
import type { DroppedField } from '../../gateway/types/call';

/** A setting had no effect, so the person must know. */
export function droppedFieldNotice({ model, field }: DroppedField): Notice {
  return {
    id: `dropped ${model} ${field}`,
    level: 'info',
    title: `“${field}” was left out`,
    message: `${model ?? 'The gateway'} doesn’t take it. The request was sent without it, and later ones to this model leave it out too.`,
  };
}
