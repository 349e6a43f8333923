import { AppError, type AppErrorCode, type AppErrorData } from '../../../shared/errors';

const sayings: readonly {
  code: AppErrorCode;
  when: readonly string[];
  message: (folder: string) => string;
}[] = [
  {
    code: 'storage_full',
    when: ['ENOSPC', 'EDQUOT', 'EFBIG'],
    message: (folder) => `The disk is full: couldn’t save to ${folder}. Free up space, then try again.`,
  },
  {
    code: 'storage_readonly',
    when: ['EACCES', 'EPERM', 'EROFS'],
    message: (folder) => `Couldn’t write to ${folder}. Choose another folder, or allow writing to it.`,
  },
  {
    code: 'storage_failed',
    when: ['ENOENT', 'ENOTDIR', 'ENXIO', 'ENODEV'],
    message: (folder) => `Couldn’t find ${folder}. If it is on another drive, connect it, then try again.`,
  },
  {
    code: 'storage_failed',
    when: ['EBUSY', 'ETXTBSY'],
    message: (folder) => `Another program is using a file in ${folder}. Close it, then try again.`,
  },
];

/** An error of the disk, as an `AppError` with a next step; any other error unchanged. */
export function diskError(cause: unknown, folder: string): unknown {
  if (!(cause instanceof Error && 'code' in cause && /^E[A-Z0-9]+$/.test(String(cause.code)))) return cause;
  const known = sayings.find(({ when }) => when.includes(String(cause.code)));
  const code = known?.code ?? 'storage_failed';
  const message = known?.message(folder) ?? `The disk failed at ${folder}: ${cause.message}`;
  return new AppError({ code, message }, { cause });
}

export type DiskErrorData = AppErrorData & { readonly code: AppErrorCode };

/** Whether it says something of the disk, and nothing of the bytes that were to be written. */
export const isOfDisk = (error: unknown): error is AppError & { readonly data: DiskErrorData } =>
  error instanceof AppError && error.data.code.startsWith('storage_');
