/** The id of the message that an element is in or beside: the buttons of a person's own message are not within it. `''` elsewhere. */
export function messageIdAt(element: Element | null): string {
  const within = element?.closest<HTMLElement>('[data-message]');
  const shown = within ?? element?.closest('[data-index]')?.querySelector<HTMLElement>('[data-message]');
  return shown?.dataset.message ?? '';
}
