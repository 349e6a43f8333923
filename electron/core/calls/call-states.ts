/**
 * The states of a call that may be charged: one row each, from the moment it is written down to its stored end. Replies
 * and parts of jobs store their own words for them; whatever decides by the state of a call decides by this table.
 */
import type { Job } from '../../../shared/media/jobs';

/** What the next start of the app does with a call that it finds in this state. */
type AtNextStart = 'send' | 'ask-person' | 'follow' | 'save' | 'leave';

interface StateFacts {
  /** Whether the gateway may have it, and so may charge it. */
  readonly isWithGateway: boolean;
  readonly atNextStart: AtNextStart;
}

/**
 * | from | to | when | what is stored with it |
 * |---|---|---|---|
 * | – | held | the guard admitted the intent (`admission/`) | the intent, with the key of the call |
 * | held | sent | its turn has come and no rate limit is in the way (`send-call.ts`) | that it is sent, *before* its first byte |
 * | sent | held | the gateway refused it for now and charged nothing | that it was not taken |
 * | sent | followed | the gateway took it and works on it | its id there, and the row of the ledger |
 * | sent, followed | arrived | the results or where they are came | they, and the row of the ledger |
 * | sent, followed, arrived | ended | it was answered, refused, stopped, or its outcome is unknown | the end, and the row of the ledger |
 */
export const callStates = {
  /** Written down. Nothing of it was sent, or all that was sent was refused. */
  held: { isWithGateway: false, atNextStart: 'send' },
  /** Sent and not answered: nobody but the gateway knows whether it is charged. */
  sent: { isWithGateway: true, atNextStart: 'ask-person' },
  /** The gateway has given it an id, by which it can be asked about at no cost. */
  followed: { isWithGateway: true, atNextStart: 'follow' },
  /** Paid. Its results are being saved. */
  arrived: { isWithGateway: false, atNextStart: 'save' },
  ended: { isWithGateway: false, atNextStart: 'leave' },
} as const satisfies Record<string, StateFacts>;

export type CallState = keyof typeof callStates;

/** The state of the call that a job is at, and of each of its parts. */
export const stateOfJob: Readonly<Record<Job['status'], CallState>> = {
  waiting: 'held',
  submitting: 'sent',
  queued: 'followed',
  running: 'followed',
  saving: 'arrived',
  completed: 'ended',
  failed: 'ended',
  interrupted: 'ended',
  cancelled: 'ended',
};

/** Of a reply that is not over; `isHeld` as it is stored. */
export const stateOfReply = ({ isHeld }: { readonly isHeld: boolean }): CallState =>
  isHeld ? 'held' : 'sent';
