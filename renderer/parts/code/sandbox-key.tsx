import { KeyRound } from 'lucide-react';
import { KEY_VARIABLE } from '../../../shared/calls/inspector';
import { copyText } from '../../lib/clipboard';
import { call } from '../../link/call';
import { announce } from '../../state/announce';
import { Button } from '../../ui/button';

/** Copies the Sandbox's own key for a terminal; the key of a real gateway never leaves the app. */
export function SandboxKey() {
  const copy = async () => {
    const answer = await call('sandbox.key', {});
    const copied = answer.ok && (await copyText(`export ${KEY_VARIABLE}=${answer.value.key}`));
    announce(copied ? 'Copied: paste it into the terminal first' : 'Couldn’t copy');
  };
  return (
    <Button
      tone="quiet"
      className="h-6! px-2! text-sm"
      title="The Sandbox creates a new key at every start. It works only on this computer, with play money."
      onClick={copy}
    >
      <KeyRound className="icon" aria-hidden />
      Copy the Sandbox’s key
    </Button>
  );
}
