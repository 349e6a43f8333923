/** What the states of an update say. */
import type { RunningWork, Updates } from '../../shared/app/updates';
import { counted } from './counted';

/** `1 reply and 2 jobs to finish`. */
export function waitText({ replies, jobs, tasks }: RunningWork): string {
  const parts = [
    ...(replies > 0 ? [counted(replies, 'reply', 'replies')] : []),
    ...(jobs > 0 ? [counted(jobs, 'job')] : []),
    ...(tasks > 0 ? [counted(tasks, 'export, import or backup', 'exports, imports or backups')] : []),
  ];
  const last = parts.pop() ?? 'running work';
  return `${[parts.join(', '), last].filter(Boolean).join(' and ')} to finish`;
}

const failed = {
  check: 'Couldn’t check for updates',
  download: 'Couldn’t download the update',
  install: 'Couldn’t install the update',
} as const;

export const failureTitle = ({ failure }: Updates): string => failed[failure?.step ?? 'check'];

/** 0 to 1; `null` where the size is unknown. */
export function progressOf({ progress }: Updates): number | null {
  return progress === null || progress.total === 0 ? null : progress.done / progress.total;
}

/** One line for the title bar; `null` where there is nothing to say. */
export function updateLine(updates: Updates): string | null {
  const version = updates.update?.version ?? '';
  if (updates.waitingFor !== null) return `Update waits for ${waitText(updates.waitingFor)}`;
  switch (updates.status) {
    case 'available':
      return `Version ${version} is available`;
    case 'downloading':
      return `Downloading ${version}: ${Math.floor((progressOf(updates) ?? 0) * 100)}%`;
    case 'ready':
      return `Version ${version} is ready`;
    default:
      return null;
  }
}

/** The commands that install a downloaded package; `null` where its name is not known. */
export function installCommand({ support, update }: Updates): string | null {
  if (support.kind !== 'package-manager' || !update?.fileName) return null;
  const file = `./${update.fileName}`;
  if (support.packageType === 'deb') return `sudo apt install ${file}`;
  return support.packageType === 'rpm' ? `sudo dnf install ${file}` : `sudo pacman -U ${file}`;
}
