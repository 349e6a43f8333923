import { useState } from 'react';
import { type MediaModality, modalities } from '../../../shared/modalities/modalities';
import { type PromptChoices, readChoices } from '../../../shared/run/prompt-choices';
import { selectSent } from '../../lib/select-sent';
import { generate } from '../../media/job-actions';
import type { CostWords } from '../../parts/credits/cost-text';
import { formOf } from '../../state/ui/forms';
import { ConfirmDialog } from '../../ui/dialog';
import { lazy, Suspense } from '../../ui/later';

const ChoicesDialog = lazy(() => import('./choices-dialog'));

/** What is asked before something is sent: nothing, a set of prompts, or a request without one. */
type Question = PromptChoices | 'noPrompt' | null;

/** Submits the form, or asks first. */
export function useSend(modality: MediaModality, onAccepted: () => void, isBlocked: boolean) {
  const [question, ask] = useState<Question>(null);
  const send = async (isWithoutPrompt: boolean) => {
    ask(null);
    const sent = formOf(modality).text;
    if (!(await generate(modality, isWithoutPrompt))) return;
    onAccepted();
    selectSent('composer', sent);
  };
  const submit = () => {
    if (isBlocked) return;
    const { text, sending } = formOf(modality);
    const isWithoutPrompt = text.trim() === '' && modalities[modality].isOptional === true;
    const choices = readChoices(text.trim());
    if (choices !== null) ask(choices);
    else if (!isWithoutPrompt) void send(false);
    else if (!sending) ask('noPrompt');
  };
  return { question, ask, submit, send };
}

interface SendDialogsProps {
  modality: MediaModality;
  question: Question;
  cost: CostWords | null;
  send: (isWithoutPrompt: boolean) => Promise<void>;
  onClose: () => void;
}

export function SendDialogs({ modality, question, cost, send, onClose }: SendDialogsProps) {
  if (question === null) return null;
  if (question === 'noPrompt')
    return (
      <NoPromptDialog
        {...{ modality, onClose }}
        cost={cost?.text ?? null}
        onConfirm={() => void send(true)}
      />
    );
  return (
    <Suspense fallback={null}>
      <ChoicesDialog {...{ modality, onClose }} read={question} onAsWritten={() => void send(false)} />
    </Suspense>
  );
}

interface NoPromptDialogProps {
  modality: MediaModality;
  /** What it may cost, where that is known. */
  cost: string | null;
  onConfirm: () => void;
  onClose: () => void;
}

/** A request without a prompt costs as much as any other, so it is never what an empty form sends by itself. */
function NoPromptDialog({ modality, cost, onConfirm, onClose }: NoPromptDialogProps) {
  const { label } = modalities[modality];
  return (
    <ConfirmDialog
      title="Generate without a prompt?"
      confirmLabel="Generate without a prompt"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      The gateway then chooses what the {label.toLowerCase()} shows.
      {cost !== null && ` Estimated cost: ${cost}.`}
    </ConfirmDialog>
  );
}
