import { Bookmark, ChevronDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { Suspense, useRef, useState } from 'react';
import type { AppErrorData, Envelope } from '../../../shared/errors';
import type { Preset } from '../../../shared/presets';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { lazy } from '../../ui/lazy';
import { useHasExtraMistake } from '../run-settings/extra-text';
import {
  chooseUnlisted,
  type PresetPlace,
  removePreset,
  setDefaultPreset,
  updatePreset,
} from './preset-actions';
import type { PresetRequests } from './preset-requests';

const PresetList = lazy(() => import('./preset-list'));
const NameDialog = lazy(() => import('./name-dialog'));

/** Saves the model and settings of a tab under a name, and applies them again. */
export function PresetsBar({ place }: { place: PresetPlace }) {
  const [isOpen, setOpen] = useState(false);
  const [naming, setNaming] = useState<{ readonly preset: Preset | null } | null>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const [error, setError] = useState<AppErrorData | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const brokenExtra = useHasExtraMistake(place.key);
  const close = () => {
    setOpen(false);
    requestAnimationFrame(() => trigger.current?.focus());
  };
  const ask = async (asked: Promise<Envelope<null>>) => {
    close();
    const answer = await asked;
    setError(answer.ok ? null : answer.error);
  };
  const requests: PresetRequests = {
    applied: (model) => {
      setMissing(model);
      setError(null);
      close();
    },
    name: (preset) => {
      setOpen(false);
      setNaming({ preset });
    },
    update: (preset) => void ask(updatePreset(preset, place)),
    remove: (preset) => void ask(removePreset(preset)),
    setDefault: (preset, isDefault) => void ask(setDefaultPreset(preset, isDefault)),
  };
  return (
    <div className="flex flex-none flex-col gap-2">
      <Popover.Root open={isOpen} onOpenChange={setOpen}>
        <Popover.Trigger
          ref={trigger}
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
          <Suspense fallback={<p className="px-3 py-2 text-muted">Opening…</p>}>
            <PresetList place={place} requests={requests} canSave={!brokenExtra} />
          </Suspense>
        </Popover.Content>
      </Popover.Root>
      {error !== null && <ErrorCard error={error} />}
      {missing !== null && (
        <MissingModel
          model={missing}
          onUse={() => {
            chooseUnlisted(place, missing);
            setMissing(null);
          }}
        />
      )}
      {naming !== null && (
        <Suspense>
          <NameDialog
            place={place}
            preset={naming.preset}
            onClose={() => {
              setNaming(null);
              requestAnimationFrame(() => trigger.current?.focus());
            }}
          />
        </Suspense>
      )}
    </div>
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
