/**
 * Keeps the window in step with the core: subscribes first, then takes the snapshot, and hands on what happened
 * meanwhile after it, so that nothing between the two is lost.
 */
import type { AppEvent, Snapshot } from '../../shared/contract';
import type { AppErrorData } from '../../shared/errors';
import type { Connection } from './bridge';
import { call, connect } from './call';

/** What the page does with what it hears. */
export interface CoreListener {
  readonly onConnection: (connection: Connection) => void;
  /** Reads what is to be shown together with the snapshot; the answer shows it. */
  readonly readBesides: () => Promise<() => void>;
  readonly onSnapshot: (snapshot: Snapshot) => void;
  readonly onFailure: (error: AppErrorData) => void;
  readonly onEvent: (event: AppEvent) => void;
}

let listener: CoreListener;
/** Events that arrive while the snapshot is on its way; `null` when none is. */
let heldBack: AppEvent[] | null = null;
let round = 0;

/** Begins to hear the core; the snapshot follows as soon as events arrive, and each time they arrive again. */
export function followCore(asked: CoreListener): void {
  listener = asked;
  const host = connect();
  host.subscribe(hear);
  host.watch((connection) => {
    listener.onConnection(connection);
    if (connection === 'open') void synchronise();
  });
}

/** Takes the snapshot; where it is asked for again meanwhile, only the newest counts. */
export async function synchronise(): Promise<void> {
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
  for (const event of missed) hear(event);
}

function hear(event: AppEvent): void {
  if (heldBack !== null) {
    heldBack.push(event);
    return;
  }
  listener.onEvent(event);
  // Everything may be different: the events alone do not tell of it.
  if (event.type === 'archive.restored') void synchronise();
}
