import { Check } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Preset } from '../../../shared/run/presets';
import { sortedJson } from '../../../shared/text/sorted-json';
import { useCoreState } from '../../state/core/core-state';
import { usePresetsOf } from '../../state/ui/form-presets';
import { isListed } from '../../state/ui/presets';
import { Button } from '../../ui/button';
import { type NotTaken, openPreset } from './open-preset';
import { applyPreset, contentOf, type PresetPlace } from './preset-actions';
import { PresetFiles } from './preset-files';
import { PresetMenu } from './preset-menu';
import type { PresetRequests } from './preset-requests';

interface PresetListProps {
  place: PresetPlace;
  requests: PresetRequests;
  /** False while a typed value is invalid. */
  canSave: boolean;
}

/** The presets of a tab; the arrow keys move through them. */
export default function PresetList({ place, requests, canSave }: PresetListProps) {
  const presets = usePresetsOf(place.tab);
  const now = useMemo(() => sortedJson(contentOf(place)), [place]);
  const whole = useRef<HTMLDivElement>(null);
  // The popover opened before this was loaded, and found nothing in it to focus.
  useEffect(() => whole.current?.querySelector('button')?.focus(), []);
  return (
    <div ref={whole}>
      {presets.length === 0 ? (
        <p className="px-3 py-2 text-muted">
          No presets yet. A preset saves the model and all settings below under a name.
        </p>
      ) : (
        <ul aria-label="Saved presets" onKeyDown={walk} className="max-h-[min(420px,50vh)] overflow-y-auto">
          {presets.map((preset) => (
            <PresetRow
              key={preset.id}
              preset={preset}
              isInUse={preset.messages === undefined && sortedJson(preset.content) === now}
              place={place}
              requests={requests}
              canSave={canSave}
            />
          ))}
        </ul>
      )}
      <div className="border-line border-t p-2">
        <Button className="w-full" aria-disabled={!canSave} onClick={() => canSave && requests.name(null)}>
          Save as new preset…
        </Button>
        {!canSave && <p className="pt-1 text-sm text-warn">Correct the extra parameters below first.</p>}
      </div>
    </div>
  );
}

function walk(event: KeyboardEvent<HTMLUListElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-preset]')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const places: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: rows.length - 1,
  };
  const to = places[event.key];
  if (to === undefined) return;
  event.preventDefault();
  rows.at(Math.min(rows.length - 1, Math.max(0, to)))?.focus();
}

interface PresetRowProps extends PresetListProps {
  preset: Preset;
  isInUse: boolean;
}

function PresetRow({ preset, isInUse, place, requests, canSave }: PresetRowProps) {
  const { name, content, isDefault, messages } = preset;
  const isGone = useCoreState((state) => content.model !== null && !isListed(state, content.model));
  const [notTaken, setNotTaken] = useState<NotTaken | null>(null);
  const open = async (files?: Parameters<typeof openPreset>[1]) => {
    const answer = await openPreset(preset, files);
    if (answer.ok && answer.value !== null) setNotTaken(answer.value);
    else requests.ask(Promise.resolve(answer.ok ? { ok: true, value: null } : answer));
  };
  const choose = () => (messages === undefined ? requests.applied(applyPreset(preset, place)) : void open());
  const onKeyDown = (event: KeyboardEvent) => {
    const run = { F2: () => requests.name(preset), Delete: () => requests.remove(preset) }[event.key];
    if (run === undefined) return;
    event.preventDefault();
    run();
  };
  return (
    <li className="rounded-control focus-within:bg-hover hover:bg-hover">
      <div className="flex items-center gap-1 pr-1">
        <button
          type="button"
          data-preset
          title={name}
          onClick={choose}
          onKeyDown={onKeyDown}
          className="flex min-w-0 flex-1 items-center gap-2 rounded-control px-2 py-1.5 text-left"
        >
          <span className="w-4 flex-none">{isInUse && <Check className="icon" aria-label="in use" />}</span>
          <span className="min-w-0 flex-1">
            <span className="line-clamp-2 break-words font-medium">{name}</span>
            <span className="block truncate text-muted text-sm">
              {isDefault && <span className="text-ok">default · </span>}
              {isGone && <span className="text-warn">not listed: </span>}
              {content.model ?? 'any model'}
              {messages !== undefined &&
                ` · new chat with ${messages} ${messages === 1 ? 'message' : 'messages'}`}
            </span>
          </span>
        </button>
        <PresetMenu preset={preset} requests={requests} canSave={canSave} />
      </div>
      {notTaken !== null && (
        <PresetFiles
          preset={preset}
          notTaken={notTaken}
          onLeaveOut={() => void open({ leaveOut: [...notTaken.kinds] })}
          onKeep={() => void open({})}
        />
      )}
    </li>
  );
}
