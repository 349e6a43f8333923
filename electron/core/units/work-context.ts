import type { CallWait } from '../../../shared/calls/rate-limit';
import type { AppErrorData } from '../../../shared/errors';
import type { EventBus } from '../events';
import { createDurableSave, type DurableSave } from '../lib/durable-save';
import type { Ports } from '../ports/ports';
import type { Unit, UnitPlace, UnitStore } from '../ports/work';
import type { PlannedCall } from '../prices/planned-call';
import type { Pace } from '../rate-limits/pace';
import type { UnitRequest, UnitServices } from './ask-unit';

/** What is reported to windows. */
export interface WorkReports {
  /** Reports one unit, and its owner soon after. */
  unit(place: UnitPlace): void;
  /** Counts and reports at once. */
  owner(id: string): void;
  /** @param isPaced no refusal made it wait */
  setWait(id: string, until: number | null, isPaced?: boolean): void;
  close(): void;
}

/** What is done unit by unit: batches are one kind, experiments another. */
export interface WorkKind {
  /** Of the chats and jobs that units become. */
  readonly owner: 'batch' | 'experiment';
  readonly store: UnitStore;
  readonly reports: WorkReports;
  /** `undefined` where what it belongs to is gone. */
  requestOf(unit: Unit): UnitRequest | undefined;
  profileOf(unit: Unit): string | undefined;
  /** An error that every other unit of the owner would get too. */
  concernsAll(error: AppErrorData): boolean;
  /**
   * Whether the next unit may be sent beside those that run: `later` once one of them has ended, or an error that pauses
   * its owner.
   */
  readonly mayStart?: (unit: Unit) => 'now' | 'later' | AppErrorData;
  /** What is only known as a unit is sent, such as files that it has to be given. */
  readonly prepared?: (unit: Unit, request: UnitRequest) => Promise<UnitRequest>;
  /** The calls that follow by themselves once these units have ended: they are admitted together with them. */
  readonly followUps?: (units: readonly Unit[]) => readonly PlannedCall[];
  /** A unit ended, in the transaction that stores this: what follows from its answer is asked for. */
  readonly onEnd?: (place: UnitPlace) => void;
  /** Something became known of a unit that had ended, such as its cost: nothing is asked for it. */
  readonly onKnown?: (place: UnitPlace) => void;
}

interface HeldBack {
  readonly ownerId: string;
  readonly profileId: string;
  readonly until: number;
  readonly cancel: () => void;
}

/** What all functions of one kind of work share. */
export interface WorkContext {
  readonly ports: Ports;
  readonly services: UnitServices & { readonly events: EventBus; readonly pace: Pace };
  readonly kind: WorkKind;
  /** Units with a running request, by name. */
  readonly asking: Map<string, UnitPlace>;
  /** Owners that an earlier run left unfinished, and that a later one goes on with. */
  readonly left: Set<string>;
  /** Units that the person retried while their owner is paused, by name. */
  readonly retried: Map<string, UnitPlace>;
  /** What waits for what the headers of a gateway said, by owner and profile. */
  readonly heldBack: Map<string, HeldBack>;
  /** Running units whose call waited when their owner was paused, by name: they are to be asked for again. */
  readonly recalled: Set<string>;
  /** What the calls of running units wait for, by the unit's name. */
  readonly waits: Map<string, CallWait>;
  /** Running units whose calls of tools are being answered, by name: nothing of them is sent meanwhile. */
  readonly answering: Map<string, AbortController>;
  /** Applies how units ended, also after a time in which the database couldn't be written. */
  readonly save: DurableSave;
  /** All kinds of work: they share how many calls are made at once. */
  readonly room: WorkRoom;
  isClosing: boolean;
  /** Starts further units, as far as there is room. */
  pump(): void;
  /** Asks for a unit that is marked as running. */
  ask(unit: Unit): void;
}

/** Work of every kind, which shares its room. */
export type WorkRoom = Set<WorkContext>;

export function createWorkContext(
  ports: Ports,
  services: WorkContext['services'],
  kind: WorkKind,
  room: WorkRoom,
): WorkContext {
  const context: WorkContext = {
    ports,
    services,
    kind,
    room,
    asking: new Map(),
    left: new Set(),
    retried: new Map(),
    heldBack: new Map(),
    recalled: new Set(),
    waits: new Map(),
    answering: new Map(),
    isClosing: false,
    save: createDurableSave(ports, {
      onRefused: ({ code }) => ports.log(`a ${kind.owner} waits for the database: ${code}`),
    }),
    pump: () => undefined,
    ask: () => undefined,
  };
  room.add(context);
  return context;
}

export const nameOf = ({ ownerId, position }: UnitPlace): string => `${ownerId} ${position}`;

/** The unit has no running request any more. */
export function leave({ asking, waits, recalled }: WorkContext, place: UnitPlace): void {
  const name = nameOf(place);
  asking.delete(name);
  waits.delete(name);
  recalled.delete(name);
}

/** A call ended or waits: units of every kind may have room. Not at once: a transaction may be open. */
export function pumpAll({ room }: WorkContext): void {
  queueMicrotask(() => {
    for (const one of room) one.pump();
  });
}
