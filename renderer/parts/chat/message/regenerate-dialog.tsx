import { RotateCw } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Message } from '../../../../shared/chat/chat';
import type { Model } from '../../../../shared/models/models';
import { isChatModel } from '../../../lib/is-chat-model';
import { useCoreState } from '../../../state/core/core-state';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { CostBeside } from '../../credits/cost-beside';
import { ModelCombobox } from '../../models/model-picker';

const noModels: readonly Model[] = [];

interface RegenerateDialogProps {
  message: Message;
  onChoose: (model: string) => void;
  onClose: () => void;
}

/** Asks another model for a reply beside this one; the chat keeps its own. */
export default function RegenerateDialog({ message, onChoose, onClose }: RegenerateDialogProps) {
  const all = useCoreState(({ app }) => app?.catalogue.models ?? noModels);
  const models = useMemo(() => all.filter(isChatModel), [all]);
  const [model, setModel] = useState<string | null>(null);
  const choose = () => {
    if (model === null) return;
    onChoose(model);
    onClose();
  };
  return (
    <Dialog title="Regenerate with another model" size="form" onClose={onClose}>
      <p className="mb-3 text-muted">
        The new reply appears beside this one. The next messages go to the chat’s model as before.
      </p>
      <ModelCombobox tab="chat" model={model} models={models} onChoose={setModel} />
      <div className="mt-5 flex items-center justify-end gap-2">
        {model !== null && <CostBeside intent={{ kind: 'regenerate', messageId: message.id, model }} />}
        <Button onClick={onClose}>Cancel</Button>
        <Button tone="primary" aria-disabled={model === null} onClick={choose}>
          <RotateCw className="icon" aria-hidden />
          Regenerate
        </Button>
      </div>
    </Dialog>
  );
}
