import type { Notice } from '../../../shared/contract';

export interface PageEnd {
  /** Of Electron's `render-process-gone`, such as `crashed`, `oom` or `killed`. */
  readonly reason: string;
  /** A process that was ended from outside, or by the system for its memory, leaves none. */
  readonly hasReport: boolean;
}

/** Shown after the page ended by itself and was loaded again. */
export function reloadNotice({ reason, hasReport }: PageEnd): Notice {
  const why: Readonly<Record<string, string>> = {
    oom: ' It ran out of memory.',
    killed: ' Another program or the system ended it.',
  };
  return {
    id: 'window-reloaded',
    level: 'warning',
    title: 'The window crashed and was reloaded',
    message: [
      `Your chats, jobs and drafts are kept.${why[reason] ?? ''}`,
      ...(hasReport ? ['Settings → About has the crash report.'] : []),
    ].join(' '),
  };
}
