import { useEffect } from 'react';
import { openConversation, openTab } from '../../actions';
import { stop } from '../../chat-actions';
import { usePerson } from '../../store/person';
import { toggleInspector } from '../inspector/inspector-state';
import { openColumn } from './columns';
import { tabOf, tabs } from './tabs';

const isMac = /mac/i.test(navigator.userAgent);
export const modKey = isMac ? 'Cmd' : 'Ctrl';

/** True while an input method is composing: then no key means what it says. */
export function isComposing(event: { isComposing: boolean; keyCode: number }): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** Keys that work anywhere in the window. */
export function useShortcuts(): void {
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || isComposing(event)) return;
  const run = commandOf(event);
  if (run === null) return;
  event.preventDefault();
  run();
}

function commandOf(event: KeyboardEvent): (() => void) | null {
  if (event.key === 'Escape') return stopReply();
  const mod = isMac ? event.metaKey : event.ctrlKey;
  if (!mod || event.altKey) return null;
  const key = event.key.toLowerCase();
  if (event.shiftKey) return key === 'm' ? openModelPicker : null;
  if (key === 'n') return tabOf(usePerson.getState().route.tab).modality ? focusComposer : newChat;
  if (key === 'j') return showJobs;
  if (key === 'i') return toggleInspector;
  const tab = tabs.find((one) => one.key === key);
  return tab === undefined ? null : () => openTab(tab.id);
}

export function newChat(): void {
  openConversation(null);
  requestAnimationFrame(() => focusName('composer'));
}

const focusComposer = () => focusName('composer');

function showJobs(): void {
  openColumn(tabOf(usePerson.getState().route.tab).id, 'side');
  requestAnimationFrame(() => focusName('jobs'));
}

function openModelPicker(): void {
  focusName('model');
  if (document.activeElement instanceof HTMLInputElement) document.activeElement.click();
}

function stopReply(): (() => void) | null {
  const { tab, conversationId } = usePerson.getState().route;
  return tab === 'chat' && conversationId !== null ? () => void stop(conversationId) : null;
}

/** Focuses the control that calls itself so (`data-focus`). */
export function focusName(name: string): void {
  document.querySelector<HTMLElement>(`[data-focus="${name}"]`)?.focus();
}
