import { Bookmark, ChevronDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import type { AppErrorData, Envelope } from '../../../shared/errors';
import type { Preset } from '../../../shared/run/presets';
import { focusWhenThere } from '../../lib/focus';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { lazy, Suspense } from '../../ui/later';
import { useHasExtraMistake } from '../run-settings/form-extra';
import {
  chooseUnlisted,
  type PresetPlace,
  removePreset,
  setDefaultPreset,
  updatePreset,
} from './preset-actions';
import type { PresetRequests } from './preset-requests';

const PresetList = lazy(() => import('./preset-list'));
const PresetName = lazy(() => import('./preset-name'));

/** Saves the model and settings of a tab under a name, and applies them again. */
export function PresetsBar({ place }: { place: PresetPlace }) {
  const { list, naming, endNaming, missing, acceptMissing, error, requests } = usePresetRequests(place);
  const brokenExtra = useHasExtraMistake(place.tab, place.key);
  return (
    <div className="flex flex-none flex-col gap-2">
      <PresetsPopover list={list}>
        <Suspense fallback={<p className="px-3 py-2 text-muted">Opening…</p>}>
          <PresetList place={place} requests={requests} canSave={!brokenExtra} />
        </Suspense>
      </PresetsPopover>
      {error !== null && <ErrorCard error={error} />}
      {missing !== null && <MissingModel model={missing} onUse={acceptMissing} />}
      {naming !== null && (
        <Suspense>
          <PresetName place={place} preset={naming.preset} onClose={endNaming} />
        </Suspense>
      )}
    </div>
  );
}

/** Does what the list of presets asks for, and holds what is shown after the list has closed. */
function usePresetRequests(place: PresetPlace) {
  const list = usePopover();
  const [naming, setNaming] = useState<{ readonly preset: Preset | null } | null>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const [error, setError] = useState<AppErrorData | null>(null);
  const ask = async (asked: Promise<Envelope<null>>) => {
    list.close();
    const answer = await asked;
    setError(answer.ok ? null : answer.error);
  };
  const requests: PresetRequests = {
    applied: (model) => {
      setMissing(model);
      setError(null);
      list.close();
    },
    ask: (asked) => void ask(asked),
    name: (preset) => {
      list.setOpen(false);
      setNaming({ preset });
    },
    update: (preset) => void ask(updatePreset(preset, place)),
    remove: (preset) => void ask(removePreset(preset)),
    setDefault: (preset, isDefault) => void ask(setDefaultPreset(preset, isDefault)),
  };
  const endNaming = () => {
    setNaming(null);
    list.focusTrigger();
  };
  const acceptMissing = () => {
    if (missing !== null) chooseUnlisted(place, missing);
    setMissing(null);
  };
  return { list, naming, endNaming, missing, acceptMissing, error, requests };
}

function usePopover() {
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const focusTrigger = () => focusWhenThere(() => trigger.current);
  const close = () => {
    setOpen(false);
    focusTrigger();
  };
  return { isOpen, setOpen, close, trigger, focusTrigger };
}

interface PresetsPopoverProps {
  list: ReturnType<typeof usePopover>;
  children: ReactNode;
}

function PresetsPopover({ list, children }: PresetsPopoverProps) {
  return (
    <Popover.Root open={list.isOpen} onOpenChange={list.setOpen}>
      <Popover.Trigger
        ref={list.trigger}
        className="flex h-8 flex-none items-center gap-2 rounded-control border border-line bg-raised px-3 hover:bg-hover"
      >
        <Bookmark className="icon text-muted" aria-hidden />
        <span className="flex-1 text-left">Presets</span>
        <ChevronDown className="icon text-muted" aria-hidden />
      </Popover.Trigger>
      <Popover.Content
        align="end"
        sideOffset={6}
        aria-label="Presets"
        className="floating w-[min(340px,calc(100vw-80px))] p-1"
      >
        {children}
      </Popover.Content>
    </Popover.Root>
  );
}

/** Says that the gateway does not list a preset's model, and offers to use it anyway. */
function MissingModel({ model, onUse }: { model: string; onUse: () => void }) {
  return (
    <div role="status" className="rounded-card border border-warn/60 p-3">
      <p className="break-words">
        This profile does not list <span className="font-semibold">{model}</span>. The settings were applied,
        the model was not changed.
      </p>
      <Button className="mt-2" onClick={onUse}>
        Use anyway
      </Button>
    </div>
  );
}
