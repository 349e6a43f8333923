/**
 * Keeps the window in sync with the core: subscribes first, then takes the snapshot, and passes on the events in
 * between after it, so that none is lost.
 */
import type { AppEvent, Snapshot } from '../../shared/contract';
import type { AppErrorData } from '../../shared/errors';
import type { Connection } from './bridge';
import { call, connect } from './call';

/** What the page does with snapshot and events. */
export interface CoreListener {
  readonly onConnection: (connection: Connection) => void;
  /** Loads what is shown together with the snapshot; the returned function shows it. */
  readonly readBesides: () => Promise<() => void>;
  readonly onSnapshot: (snapshot: Snapshot) => void;
  readonly onFailure: (error: AppErrorData) => void;
  readonly onEvent: (event: AppEvent) => void;
}

let listener: CoreListener;
/** Events that arrive while the snapshot is loading; `null` when none is. */
let heldBack: AppEvent[] | null = null;
let round = 0;

/** Subscribes to the core. The snapshot follows as soon as events arrive, and each time they arrive again. */
export function followCore(asked: CoreListener): void {
  listener = asked;
  const host = connect();
  host.subscribe(onEvent);
  host.watch((connection) => {
    listener.onConnection(connection);
    if (connection === 'open') void synchronize();
  });
}

/** Takes the snapshot; where another one is requested meanwhile, only the newest counts. */
export async function synchronize(): Promise<void> {
  const mine = ++round;
  heldBack = [];
  const snapshot = await call('app.snapshot', {});
  const show = await listener.readBesides();
  if (mine !== round) return;
  const missed = heldBack;
  heldBack = null;
  if (!snapshot.ok) {
    listener.onFailure(snapshot.error);
    return;
  }
  listener.onSnapshot(snapshot.value);
  show();
  for (const event of missed) onEvent(event);
}

function onEvent(event: AppEvent): void {
  if (heldBack !== null) {
    heldBack.push(event);
    return;
  }
  listener.onEvent(event);
  // Everything may have changed, which events alone do not report.
  if (event.type === 'archive.restored') void synchronize();
}
