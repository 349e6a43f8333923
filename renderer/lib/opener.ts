/**
 * What opened a dialog and has the focus again after it: the control that has it now, or the button of the menu whose
 * entry has it. To be asked while the dialog is drawn for the first time: then the menu is still there.
 */
export function openerNow(): HTMLElement | null {
  const now = document.activeElement;
  const menu = now?.closest('[role="menu"]');
  const button = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '');
  return button ?? (now instanceof HTMLElement ? now : null);
}
