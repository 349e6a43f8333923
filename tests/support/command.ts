import type { Page } from 'playwright/test';
import type { CommandInput, CommandName, CommandResult } from '../../shared/contract';
import type { Envelope } from '../../shared/errors';
import './desktop';

/**
 * Sends a command to the core as the page does, in both hosts: for steps that would take long in the page.
 * @throws Error that names a refused command
 */
export async function command<Name extends CommandName>(
  page: Page,
  name: Name,
  input: CommandInput<Name>,
): Promise<CommandResult<Name>> {
  const envelope = (await page.evaluate(callInPage, { name, input })) as Envelope<CommandResult<Name>>;
  if (!envelope.ok) throw new Error(`${name} was refused: ${JSON.stringify(envelope.error)}`);
  return envelope.value;
}

async function callInPage({ name, input }: { name: string; input: unknown }): Promise<unknown> {
  if (window.bridge !== undefined) return window.bridge.call(name, input);
  const pass = localStorage.getItem('gatehouse.pass') ?? '';
  const headers = { 'Content-Type': 'application/json', 'X-Gatehouse-Pass': pass };
  const body = JSON.stringify({ name, input });
  return (await fetch('/api/call', { method: 'POST', headers, body })).json();
}
