import type { AppErrorData } from '../../../shared/errors';
import { call } from '../../link/call';
import { useCoreState } from '../../state/core/core-state';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';

/** Why the active profile has no models at all; `null` where it has some, or none were asked for yet. */
export const useCatalogueTrouble = (): AppErrorData | null =>
  useCoreState(({ app }) => (app?.catalogue.models.length === 0 ? app.catalogue.error : null));

/** In the place of examples, which could not run. A group, not an alert: nothing has just happened. */
export function CatalogueTrouble({ error }: { error: AppErrorData }) {
  const refreshing = useCoreState(({ app }) => app?.catalogue.refreshing ?? false);
  return (
    <ErrorCard error={error} role="group" title="Couldn’t load the models">
      {error.code !== 'no_key' && (
        <Button
          aria-disabled={refreshing}
          onClick={() => {
            if (!refreshing) void call('models.refresh', {});
          }}
        >
          Retry
        </Button>
      )}
    </ErrorCard>
  );
}
