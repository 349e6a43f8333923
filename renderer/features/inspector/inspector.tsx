import { useInspector } from '../../state/ui/inspector-state';
import { lazy, Suspense } from '../../ui/later';

const InspectorPanel = lazy(() => import('./inspector-panel'));

/** The inspector, where it is open. */
export function Inspector() {
  const isOpen = useInspector((state) => state.isOpen);
  if (!isOpen) return null;
  return (
    <Suspense>
      <InspectorPanel />
    </Suspense>
  );
}
