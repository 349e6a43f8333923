import { useState } from 'react';
import type { Settings } from '../../shared/app/settings';
import type { AppErrorData } from '../../shared/errors';
import { call } from '../link/call';

/** Changes settings at once, and holds the error of the last change. */
export function useSettingsUpdate() {
  const [error, setError] = useState<AppErrorData | null>(null);
  /** Answers whether the change was taken. */
  const update = async (patch: Partial<Settings>): Promise<boolean> => {
    const answer = await call('settings.update', { patch });
    setError(answer.ok ? null : answer.error);
    return answer.ok;
  };
  return { error, setError, update };
}
