import { Search } from 'lucide-react';
import { useState } from 'react';
import type { AppErrorData } from '../../../../shared/errors';
import { knownGateway } from '../../../../shared/gateways/gateways';
import { type LocalServer, localPorts } from '../../../../shared/profiles/local-servers';
import { call } from '../../../link/call';
import { ErrorCard } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { GatewayLetters } from './gateway-picker';

/** Servers on this computer. Nothing is asked before the button is pressed. */
export function LocalServers({ onUse }: { onUse: (server: LocalServer) => void }) {
  const [found, setFound] = useState<readonly LocalServer[] | null>(null);
  const [error, setError] = useState<AppErrorData | null>(null);
  const [isLooking, setLooking] = useState(false);
  const look = async () => {
    setLooking(true);
    const answer = await call('profiles.findLocal', {});
    setLooking(false);
    setFound(answer.ok ? answer.value : null);
    setError(answer.ok ? null : answer.error);
  };
  return (
    <div className="flex flex-col gap-2">
      <div>
        <Button
          aria-disabled={isLooking}
          title="Checks the usual ports on this computer for models"
          onClick={() => !isLooking && void look()}
        >
          <Search className="icon" aria-hidden />
          Look for local servers
        </Button>
      </div>
      <div aria-live="polite">
        {isLooking && <p className="text-muted">Checking the usual ports on this computer…</p>}
        {found?.length === 0 && !isLooking && <p className="text-muted">{noneFound}</p>}
        {found !== null && found.length > 0 && (
          <ul aria-label="Local servers" className="flex flex-col gap-1">
            {found.map((server) => (
              <Found key={server.baseUrl} server={server} onUse={() => onUse(server)} />
            ))}
          </ul>
        )}
      </div>
      {error !== null && <ErrorCard error={error} />}
    </div>
  );
}

const usual = localPorts.map(
  ({ port, gateways }) => `${port} (${gateways.map((id) => knownGateway(id).name).join(', ')})`,
);
const noneFound = `No server answers on the ports ${usual.join(', ')}. Start a server, or enter its address below.`;

function Found({ server, onUse }: { server: LocalServer; onUse: () => void }) {
  const { name } = knownGateway(server.gateway);
  const { host } = new URL(server.baseUrl);
  return (
    <li className="flex items-center gap-2 rounded-control border border-line bg-raised px-2 py-1">
      <GatewayLetters name={name} />
      <span className="min-w-0 flex-1 truncate">
        <span className="font-medium">{name}</span> <span className="text-muted">{host}</span>
      </span>
      <span className="text-muted text-sm">{modelsText(server.modelCount)}</span>
      <Button aria-label={`Use ${name} at ${host}`} onClick={onUse}>
        Use
      </Button>
    </li>
  );
}

function modelsText(count: number | null): string {
  if (count === null) return 'needs a key';
  return count === 1 ? '1 model' : `${count} models`;
}
