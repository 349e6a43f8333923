import { Suspense, useState } from 'react';
import { useCoreState } from '../../state/core/core-state';
import { Button } from '../../ui/button';
import { lazy } from '../../ui/lazy';
import { Diagnostics } from './diagnostics';

const LicensesDialog = lazy(() => import('./licenses-dialog'));

/** Which version this is, and what it is made of. */
export function AboutSection() {
  const version = useCoreState(({ app }) => app?.version);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section aria-labelledby="about" className="flex flex-col gap-3">
      <h3 id="about" className="font-semibold text-lg">
        About
      </h3>
      <p className="select-text">
        Gatehouse {version} <span className="text-muted">· MIT License</span>
      </p>
      <Diagnostics />
      <div>
        <Button onClick={() => setIsOpen(true)}>Third-party licenses</Button>
      </div>
      {isOpen && (
        <Suspense>
          <LicensesDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
