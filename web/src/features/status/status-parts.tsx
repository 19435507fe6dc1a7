import { late } from '../../ui/late.tsx';

/* Beside what the pages are about, so their code loads after it, and they do without. */

export const StatusLight = late(() => import('./status-light-panel.tsx'), {
  waiting: <span className="size-9" />,
  failed: () => null,
});

export const ExpectedWait = late(() => import('./expected-wait-panel.tsx'), {
  waiting: null,
  failed: () => null,
});
