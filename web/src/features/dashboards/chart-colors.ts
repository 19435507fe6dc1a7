import type { Status } from './analytics-figures.ts';

interface Color {
  readonly color: string;
  readonly dotClass: string;
}

const good: Color = { color: 'var(--success)', dotClass: 'bg-success' };
const bad: Color = { color: 'var(--danger)', dotClass: 'bg-danger' };
const open: Color = { color: 'var(--warning)', dotClass: 'bg-warning' };

export const statusColors: Record<Status['status'], Color> = {
  completed: good,
  pending: open,
  failed: bad,
};

/** The parts of a network's bar, from the bottom. */
export const networkParts = [
  { key: 'succeeded', name: 'Succeeded', ...good },
  { key: 'failed', name: 'Failed', ...bad },
  { key: 'rest', name: 'Other', ...open },
] as const;
