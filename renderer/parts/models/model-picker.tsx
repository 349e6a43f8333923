import { Command } from 'cmdk';
import { ChevronDown, RefreshCw } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { GATEWAY_CHOICE, type ModalityId, modelText } from '../../../shared/modalities/modalities';
import type { Model } from '../../../shared/models/models';
import { useKeys } from '../../commands/use-keys';
import { focusSoon } from '../../lib/focus';
import { isChatModel } from '../../lib/is-chat-model';
import { call } from '../../link/call';
import { useCoreState } from '../../state/core/core-state';
import { configure } from '../../state/ui/config-actions';
import { useModel } from '../../state/ui/selectors';
import { IconButton } from '../../ui/button';
import { classes } from '../../ui/classes';
import { noteChoice } from './model-choices';
import { ModelList } from './model-list';
import { priceOf } from './price';

const noModels: readonly Model[] = [];

/** Chooses the model of the next request. */
export function ModelPicker({ chatKey }: { chatKey: string }) {
  const model = useModel(chatKey);
  const all = useCoreState(({ app }) => app?.catalogue.models ?? noModels);
  const models = useMemo(() => all.filter(isChatModel), [all]);
  return (
    <ModelCombobox
      tab="chat"
      model={model}
      models={models}
      onChoose={(id) => {
        configure(chatKey, { model: id });
        // What is done next is to write.
        focusSoon('composer');
      }}
    />
  );
}

interface ModelComboboxProps {
  model: string | null;
  /** The choices; any other id can be typed. */
  models: readonly Model[];
  /** Whose models they are; the active one where left out. */
  profileId?: string | null;
  /** Whether the choice can be left to the gateway. */
  isOptional?: boolean;
  /** The tab for which the choice is stored as a recent one. */
  tab?: ModalityId;
  onChoose: (id: string) => void;
}

/** A combobox that searches the catalogue and accepts any full id. */
export function ModelCombobox(props: ModelComboboxProps) {
  const { model, models, profileId, isOptional = false, tab, onChoose } = props;
  const refreshing = useCoreState(({ app }) => app?.catalogue.refreshing ?? false);
  const isFree = useCoreState(({ app }) => app?.ledger.isFree === true);
  const chosen = models.find(({ id }) => id === model);
  const price = chosen === undefined ? null : priceOf(chosen, isFree);
  const picker = usePicker(model, (id) => {
    onChoose(id);
    if (tab !== undefined && id !== GATEWAY_CHOICE) noteChoice(tab, id);
  });
  return (
    <Command
      label="Model"
      shouldFilter={false}
      vimBindings={false}
      // It would take the focus of a dialog that begins with it.
      tabIndex={undefined}
      onKeyDown={picker.onKeyDown}
      className="@container min-w-0 max-w-[520px] flex-[4]"
    >
      <Popover.Root open={picker.open} onOpenChange={(open) => !open && picker.close()}>
        <Popover.Anchor
          data-picker=""
          className="flex h-8 items-center gap-1 rounded-control border border-line bg-raised pr-0.5 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent"
        >
          <span className="flex h-full min-w-0 flex-1 flex-wrap overflow-clip">
            <PickerInput picker={picker} />
            {price !== null && !picker.open && <Price text={price} />}
          </span>
          <ChevronDown className="icon pointer-events-none text-muted" aria-hidden />
          <IconButton
            icon={RefreshCw}
            label={refreshing ? 'Refreshing…' : 'Refresh the list'}
            aria-disabled={refreshing}
            className={classes('@max-[240px]:hidden', refreshing && 'opacity-50')}
            onClick={() => !refreshing && void call('models.refresh', {})}
          />
        </Popover.Anchor>
        <Popover.Content
          align="start"
          sideOffset={6}
          aria-label="Choose a model"
          className="floating w-[min(460px,calc(100vw-80px))] p-1"
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => picker.holds(event.target) && event.preventDefault()}
        >
          <ModelList
            models={models}
            profileId={profileId}
            typed={picker.typed}
            current={model}
            tab={tab}
            isOptional={isOptional}
            onChoose={picker.choose}
          />
        </Popover.Content>
      </Popover.Root>
    </Command>
  );
}

interface Picker {
  open: boolean;
  typed: string;
  shown: string;
  input: React.RefObject<HTMLInputElement | null>;
  begin: () => void;
  type: (text: string) => void;
  choose: (id: string) => void;
  close: () => void;
  holds: (target: EventTarget | null) => boolean;
  onKeyDown: (event: KeyboardEvent) => void;
}

function usePicker(model: string | null, onChoose: (id: string) => void): Picker {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const begin = () => {
    if (open) return;
    setTyped('');
    setOpen(true);
    input.current?.select();
  };
  // The model may become known only now: what is typed next replaces its name all the same.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new model is the reason, and is not read.
  useLayoutEffect(() => {
    if (typed === '' && document.activeElement === input.current) input.current?.select();
  }, [model]);
  const close = () => {
    setOpen(false);
    setTyped('');
  };
  const choose = (id: string) => {
    onChoose(id);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open && ['ArrowDown', 'ArrowUp', 'Enter'].includes(event.key)) {
      event.preventDefault();
      begin();
    }
    if (open && event.key === 'Tab') close();
  };
  return {
    open,
    typed,
    shown: open && typed !== '' ? typed : model === null ? '' : modelText(model),
    input,
    begin,
    close,
    choose,
    onKeyDown,
    type: (text) => {
      setOpen(true);
      setTyped(text);
    },
    holds: (target) =>
      target instanceof Node && (input.current?.closest('[data-picker]')?.contains(target) ?? false),
  };
}

/** Beside the id of a model while both fit; else it wraps below the visible line, and the id has the whole of it. */
function Price({ text }: { text: string }) {
  return <span className="flex h-full items-center whitespace-nowrap pl-1 text-muted text-sm">{text}</span>;
}

function PickerInput({ picker }: { picker: Picker }) {
  const keys = useKeys('models.open');
  return (
    <Command.Input
      asChild
      ref={picker.input}
      value={picker.shown}
      onValueChange={picker.type}
      onClick={picker.begin}
      onFocus={(event) => event.target.select()}
      placeholder="Choose a model or type its id"
      className="h-full min-w-0 max-w-full flex-auto text-ellipsis rounded-control bg-transparent px-3 font-semibold outline-none placeholder:font-normal [field-sizing:content]"
    >
      {/* The library always says "expanded"; here it is said only while the list is open. */}
      <input
        role="combobox"
        aria-expanded={picker.open}
        aria-keyshortcuts={keys.aria}
        title={picker.open ? undefined : picker.shown}
        data-focus="model"
      />
    </Command.Input>
  );
}
