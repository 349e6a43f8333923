/** What a command without a window says and does while its disk takes nothing: the core waits for room, however long. */
import { AppError, type AppErrorData } from '../shared/errors';
import type { Core } from './core/core';

/** How the core logs, every few seconds, that work or what came of it waits. */
const waiting = /\bwaits for the database: (storage_\w+)$/;

/** Any other is a database that is locked or can't be reached. */
const reasons: Readonly<Record<string, string>> = {
  storage_full: 'The disk is full: nothing can be saved.',
  storage_readonly: 'The data folder can’t be written to.',
  storage_failed: 'The database can’t be used: nothing can be saved.',
};

const errorOf = (code: string): AppErrorData => ({
  code,
  message: reasons[code] ?? reasons.storage_failed ?? '',
});

/** A run without a person would hold up its pipeline until that is cut off, with nothing said. */
const DISK_PATIENCE_MS = 60_000;

/** Why the core waits, where a line of its log says so. */
export const waitIn = (line: string): string | null => waiting.exec(line)?.[1] ?? null;

export const isOfDisk = ({ code }: Pick<AppErrorData, 'code'>): boolean => Object.hasOwn(reasons, code);

/** Of a check: what ran is not known to have ended, so it is not summed up. */
export function givenUp({ code, message }: AppErrorData): AppError {
  const rest = 'The check was ended, and requests that ran may have been charged.';
  return new AppError({ code: code as 'storage_full', message: `${message} ${rest}` });
}

export interface DiskWorld {
  readonly core: Pick<Core, 'subscribe'>;
  readonly tell: (line: string) => void;
  /** Calls back for each line of the core's log. */
  readonly onLog?: (listen: (line: string) => void) => void;
  /** Somebody may make room, or end it. */
  readonly isAttended: boolean;
  /** @returns what cancels it */
  readonly after?: (ms: number, run: () => void) => () => void;
}

const afterTime: NonNullable<DiskWorld['after']> = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** The notices of the core about replies, and about jobs, that can't be saved. */
const notices: ReadonlySet<string> = new Set(['storage', 'job-storage']);

export interface DiskWatch {
  /** Resolves where nothing could be saved for long and nobody is there. */
  readonly isGivenUp: Promise<AppErrorData>;
  /** Something was saved. */
  readonly noteSaved: () => void;
  readonly stop: () => void;
}

export function watchDisk({ core, tell, onLog, isAttended, after = afterTime }: DiskWorld): DiskWatch {
  let cancel: (() => void) | null = null;
  let giveUp: (error: AppErrorData) => void = () => undefined;
  const isGivenUp = new Promise<AppErrorData>((resolve) => {
    giveUp = resolve;
  });
  const onTrouble = (error: AppErrorData) => {
    if (cancel !== null) return;
    tell(troubleText(error.message, isAttended));
    cancel = isAttended ? () => undefined : after(DISK_PATIENCE_MS, () => giveUp(error));
  };
  onLog?.((line) => {
    const code = waitIn(line);
    if (code !== null) onTrouble(errorOf(code));
  });
  const unsubscribe = core.subscribe((event) => {
    if (event.type !== 'notices.changed') return;
    const notice = event.notices.find(({ id }) => notices.has(id));
    if (notice !== undefined) onTrouble(errorIn(notice.message));
  });
  const end = () => {
    cancel?.();
    cancel = null;
  };
  return {
    isGivenUp,
    noteSaved() {
      if (cancel !== null) tell('Answers can be saved again: it goes on.');
      end();
    },
    stop() {
      unsubscribe();
      end();
    },
  };
}

function errorIn(text: string): AppErrorData {
  const code = Object.keys(reasons).find((one) => text.startsWith(reasons[one] ?? ''));
  return errorOf(code ?? 'storage_failed');
}

function troubleText(message: string, isAttended: boolean): string {
  const next = isAttended
    ? 'It goes on once that is possible; Ctrl+C ends it.'
    : `It ends if that lasts for ${DISK_PATIENCE_MS / 1_000} s.`;
  return `${message} Nothing more is sent, and answers that came are kept in memory. ${next}`;
}
