import { useMemo, useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import { type MediaModality, modalities } from '../../../shared/modalities/modalities';
import { chosenPrompts, mostChosenPrompts, type PromptChoices } from '../../../shared/run/prompt-choices';
import { withStyle } from '../../../shared/run/styles';
import { call } from '../../link/call';
import { costWords } from '../../parts/credits/cost-text';
import { useCoreState } from '../../state/core/core-state';
import { chosenFormModel, requestOf } from '../../state/ui/forms';
import { addressOfExperiment } from '../../state/ui/lab-route';
import { goTo } from '../../state/ui/navigation';
import { spend } from '../../state/ui/spending-question';
import { useAnswer } from '../../state/use-answer';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { scrollStop } from '../../ui/scroll-stop';
import { planOfChoices } from './plan-of-choices';

interface ChoicesDialogProps {
  modality: MediaModality;
  read: PromptChoices;
  /** One request, with the braces as they are typed. */
  onAsWritten: () => void;
  onClose: () => void;
}

/** All prompts that choices stand for, and what they cost together, before any of them is sent. */
export default function ChoicesDialog({ modality, read, onAsWritten, onClose }: ChoicesDialogProps) {
  const { count } = read;
  const [request] = useState(() => requestOf(modality, chosenFormModel(modality) ?? ''));
  const prompts = useMemo(() => chosenPrompts(read), [read]);
  const { isTooMany, cost, error, isSending, run } = useSet(read, request);
  const isOff = isTooMany || isSending;
  return (
    <Dialog title={`${count.toLocaleString('en')} prompts from choices`} size="form" onClose={onClose}>
      <p className="mb-3 text-muted text-sm">
        {isTooMany
          ? `At most ${mostChosenPrompts} prompts can be sent at once: take some options out.`
          : 'Each prompt is a request of its own. The results are shown side by side in the lab, and are in the library too.'}
      </p>
      {error !== null && <ErrorCard error={error} />}
      <ol
        ref={scrollStop}
        aria-label="Prompts"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable to be scrolled by keyboard.
        tabIndex={0}
        className="min-h-20 flex-1 list-decimal overflow-y-auto rounded-control border border-line py-2 pr-3 pl-12"
      >
        {prompts.map((prompt) => (
          <li key={prompt} className="select-text whitespace-pre-wrap break-words py-0.5 marker:text-muted">
            {withStyle(prompt.trim(), request.parameters.style)}
          </li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap items-center justify-end gap-2">
        <p role="status" className="min-w-24 flex-1 text-muted text-sm" title={cost?.title}>
          {cost?.text ?? ''}
        </p>
        <Button onClick={onClose}>Cancel</Button>
        <Button onClick={onAsWritten} title="One request, with the braces in the prompt">
          Send as written
        </Button>
        <Button autoFocus tone="primary" aria-disabled={isOff} onClick={() => !isOff && void run(onClose)}>
          {modalities[modality].sendLabel} {count.toLocaleString('en')}
        </Button>
      </div>
    </Dialog>
  );
}

/** The set as an experiment; its id is made once, so that a second press makes nothing. */
function useSet(read: PromptChoices, request: ReturnType<typeof requestOf>) {
  const profileId = useCoreState(({ app }) => app?.activeProfileId ?? '');
  const isTooMany = read.count > mostChosenPrompts;
  const [id] = useState(() => crypto.randomUUID());
  const [isSending, setSending] = useState(false);
  const [refused, setRefused] = useState<AppErrorData | null>(null);
  const plan = useMemo(
    () => (isTooMany ? null : planOfChoices(read, request, profileId)),
    [isTooMany, read, request, profileId],
  );
  const forecast = useAnswer(plan === null ? null : () => call('experiments.forecast', { plan }), [plan]);
  const run = async (onDone: () => void) => {
    if (plan === null || isSending) return;
    setSending(true);
    const made = await call('experiments.create', { ...plan, id });
    const started = made.ok
      ? await spend((isConfirmed) => call('experiments.start', { id, isConfirmed }))
      : made;
    setSending(false);
    if (started === null) return;
    if (!started.ok) return setRefused(started.error);
    onDone();
    goTo(addressOfExperiment(id));
  };
  const cost = forecast.value === null ? null : costWords(forecast.value.total);
  return { isTooMany, cost, error: refused ?? forecast.error, isSending, run };
}
