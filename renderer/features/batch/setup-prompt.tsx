import { useId, useMemo, useRef } from 'react';
import type { Template } from '../../../shared/lab/template';
import { type ModalityId, modalityIds } from '../../../shared/modalities/modalities';
import type { Model } from '../../../shared/models/models';
import { modelsToCompare } from '../../parts/comparisons/start-of-comparison';
import { useFieldHistory } from '../../parts/composer/use-field-history';
import { ModelCombobox } from '../../parts/models/model-picker';
import { SlashPrompts } from '../../parts/prompts/slash-prompts';
import { useCoreState } from '../../state/core/core-state';
import { openTab } from '../../state/ui/navigation';
import { NEW_CHAT } from '../../state/ui/route';
import { useUiState } from '../../state/ui/ui-state';
import { Button } from '../../ui/button';
import { setBatchDraft, useBatchDraft } from './batch-draft';
import { BatchProfile, OtherModel, useOtherProfile } from './batch-profile';
import { chatKeyNow, modelOfBatch, tabRequest } from './batch-request';
import { labelOf, sentText } from './batch-text';

const kinds: readonly ModalityId[] = modalityIds;

/** The modality, the model, and the prompt that every row fills in. */
export function SetupPrompt({ template }: { template: Template }) {
  const modality = useBatchDraft((draft) => draft.modality);
  return (
    <section
      aria-label="Prompt and model"
      className="flex w-[380px] flex-none flex-col gap-3 overflow-y-auto border-line border-r max-[720px]:w-full max-[720px]:border-r-0 max-[720px]:border-b bg-panel p-5"
    >
      <KindField modality={modality} />
      <BatchProfile />
      <div className="flex-none">
        {/* The field has this name already. */}
        <span aria-hidden className="mb-1 block text-muted">
          Model
        </span>
        <div className="flex">
          <BatchModel modality={modality} />
        </div>
      </div>
      <TabSettings modality={modality} />
      <PromptField hasMistake={template.mistakes.length > 0} />
      <p className="text-muted text-sm">
        {template.variables.length === 0 ? (
          <>
            Variables such as <code className="font-mono">{'{{topic}}'}</code> are filled in from the columns
            of the table.
          </>
        ) : (
          `Filled in from the table: ${template.variables.map(({ name }) => name).join(', ')}`
        )}
      </p>
    </section>
  );
}

function KindField({ modality }: { modality: ModalityId }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-muted">
        Kind
      </label>
      <select
        id={id}
        className="field"
        value={modality}
        onChange={({ target }) => setBatchDraft({ modality: target.value as ModalityId, model: undefined })}
      >
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {labelOf(kind)}
          </option>
        ))}
      </select>
    </div>
  );
}

function PromptField({ hasMistake }: { hasMistake: boolean }) {
  const text = useBatchDraft((draft) => draft.template);
  const id = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  useFieldHistory(input, text);
  return (
    <div className="relative flex min-h-48 flex-1 flex-col">
      <label htmlFor={id} className="mb-1 block text-muted">
        Prompt
      </label>
      <textarea
        ref={input}
        id={id}
        data-focus="batch-prompt"
        value={text}
        placeholder="Describe {{what}} in {{count:number=3}} words"
        aria-invalid={hasMistake}
        onChange={({ target }) => setBatchDraft({ template: target.value })}
        className="field min-h-40 flex-1 resize-none font-mono"
      />
      <SlashPrompts input={input} isVerbatim />
    </div>
  );
}

/** The model of the batch, in the profile that it is sent with. */
function BatchModel({ modality }: { modality: ModalityId }) {
  const profileId = useOtherProfile();
  if (profileId !== undefined) return <OtherModel modality={modality} profileId={profileId} />;
  return <OwnModel key={modality} modality={modality} />;
}

const noModels: readonly Model[] = [];

/** The tab's until another is chosen here, which changes nothing there. */
function OwnModel({ modality }: { modality: ModalityId }) {
  const all = useCoreState(({ app }) => app?.catalogue.models ?? noModels);
  const activeId = useCoreState(({ app }) => app?.activeProfileId);
  const models = useMemo(() => modelsToCompare(all, modality), [all, modality]);
  // Read again when the tab's model changes.
  useUiState(({ configs, forms }) => (modality === 'chat' ? configs : forms));
  useUiState(chatKeyNow);
  const draft = useBatchDraft();
  const choose = (model: string) => setBatchDraft({ model, modelOf: activeId });
  const tab = modality === 'chat' ? modality : undefined;
  return <ModelCombobox tab={tab} model={modelOfBatch(draft)} models={models} onChoose={choose} />;
}

/** The run settings of the tab, which apply to every row. */
function TabSettings({ modality }: { modality: ModalityId }) {
  // Read again when they change.
  useUiState(({ configs, forms }) => (modality === 'chat' ? configs : forms));
  const hasChat = useUiState(chatKeyNow) !== NEW_CHAT;
  const sent = sentText(tabRequest(modality));
  return (
    <div className="flex items-baseline gap-2">
      <p className="min-w-0 flex-1 break-words text-muted text-sm">
        Settings of the {labelOf(modality)} tab: {sent === '' ? 'Model default' : sent}
        {modality === 'chat' && hasChat && '. Rows are sent without the messages of its chat.'}
      </p>
      <Button tone="quiet" className="h-6! px-2! text-sm" onClick={() => openTab(modality)}>
        Change
      </Button>
    </div>
  );
}
