/** The icon in the system's tray: what runs, the credits, and the way in and out. Off by default. */
import { Menu, type MenuItemConstructorOptions, nativeImage, Tray } from 'electron';
import type { AppEvent, Snapshot } from '../../../shared/contract';
import { finishedStatuses } from '../../../shared/media/jobs';
import type { LedgerState } from '../../../shared/money/ledger';
import { formatAmount, withUnit } from '../../../shared/money/money';
import { units } from '../../../shared/money/money-units';
import type { Core } from '../../core/core';

export interface TrayActions {
  open(): void;
  quickAsk(): void;
  quit(): void;
}

export interface TrayFacts {
  readonly runningJobs: number;
  /** Of the profile in use; `null` before the core reported it. */
  readonly ledger: Pick<LedgerState, 'unit' | 'isFree' | 'remaining'> | null;
  /** Its key, to show beside it; empty where there is none. */
  readonly quickAskKey: string;
}

export interface TrayControl {
  isOn(): boolean;
}

/** Follows the settings and what runs, while the core is open. */
export async function followTray(core: Core, icon: string, actions: TrayActions): Promise<TrayControl> {
  const running = new Set<string>();
  let facts: TrayFacts = { runningJobs: 0, ledger: null, quickAskKey: '' };
  let activeId: string | null = null;
  let tray: Tray | null = null;
  const show = (patch: Partial<TrayFacts>, isWanted = tray !== null) => {
    const before = JSON.stringify(facts);
    facts = { ...facts, ...patch };
    if (!isWanted) {
      tray?.destroy();
      tray = null;
      return;
    }
    const isNew = tray === null;
    tray ??= createTray(icon, actions);
    if (isNew || before !== JSON.stringify(facts)) tray.setContextMenu(menuOf(facts, actions));
  };
  const onEvent = (event: AppEvent) => {
    if (event.type === 'settings.changed')
      show({ quickAskKey: event.settings.quickAskKey }, event.settings.tray);
    if (event.type === 'profiles.changed') activeId = event.activeProfileId;
    if (event.type === 'ledger.changed' && event.ledger.profileId === activeId)
      show({ ledger: event.ledger });
    if (event.type !== 'job.changed') return;
    if (finishedStatuses.includes(event.job.status)) running.delete(event.job.id);
    else running.add(event.job.id);
    show({ runningJobs: running.size });
  };
  core.subscribe(onEvent);
  const snapshot = await core.call('app.snapshot', {});
  if (snapshot.ok) {
    const { settings, ledger, jobs, activeProfileId } = snapshot.value as Snapshot;
    activeId = activeProfileId;
    for (const job of jobs.jobs) onEvent({ type: 'job.changed', job });
    onEvent({ type: 'ledger.changed', ledger });
    onEvent({ type: 'settings.changed', settings });
  }
  return { isOn: () => tray !== null };
}

function createTray(icon: string, actions: TrayActions): Tray {
  const tray = new Tray(nativeImage.createFromPath(icon).resize({ height: 22 }));
  tray.setToolTip('Gatehouse');
  tray.on('click', actions.open);
  return tray;
}

const menuOf = (facts: TrayFacts, actions: TrayActions): Menu =>
  Menu.buildFromTemplate([...trayItems(facts, actions)]);

function trayItems(
  { runningJobs, ledger, quickAskKey }: TrayFacts,
  actions: TrayActions,
): readonly MenuItemConstructorOptions[] {
  const jobs = runningJobs === 1 ? '1 job running' : `${runningJobs} jobs running`;
  return [
    { label: runningJobs === 0 ? 'No jobs running' : jobs, enabled: false },
    { label: balanceText(ledger), enabled: false },
    { type: 'separator' },
    {
      label: 'Quick ask',
      click: actions.quickAsk,
      ...(quickAskKey !== '' && { accelerator: quickAskKey, registerAccelerator: false }),
    },
    { label: 'Open Gatehouse', click: actions.open },
    { type: 'separator' },
    { label: 'Quit', click: actions.quit },
  ];
}

function balanceText(ledger: TrayFacts['ledger']): string {
  if (ledger === null || ledger.remaining === null) return 'Balance unknown';
  const { unit, remaining } = ledger;
  return withUnit(formatAmount(remaining, unit, units[unit].shortDigits), unit, 'words');
}
