import type { Notice } from '../../../shared/contract';

/** Shown after the page crashed and was loaded again. */
export const reloadNotice: Notice = {
  id: 'window-reloaded',
  level: 'warning',
  title: 'The window crashed and was reloaded',
  message: 'Your chats, jobs and drafts are kept. Settings → About has the crash report.',
};
