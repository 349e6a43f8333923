import { synchronize } from '../link/sync';
import { useUiState } from '../state/ui/ui-state';
import { Button } from '../ui/button';
import { later } from '../ui/later';

const ErrorCard = later(() => import('../ui/alert').then((module) => module.ErrorCard));

/** Shown until the core has answered. */
export function StartScreen() {
  const error = useUiState(({ startError }) => startError);
  return (
    <main className="flex flex-1 items-center justify-center p-6">
      {error === null ? (
        <p className="text-muted">Opening…</p>
      ) : (
        <div className="w-full max-w-md">
          <ErrorCard error={error}>
            <Button onClick={() => void synchronize()}>Retry</Button>
          </ErrorCard>
        </div>
      )}
    </main>
  );
}
