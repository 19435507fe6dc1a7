import type { User } from '@sente/contract/users';
import { Clock, ShieldCheck, UserCheck, Users } from 'lucide-react';
import { StatCard } from '../../ui/stat-card.tsx';
import { countsOf } from './company-user-list.ts';

interface CompanyUserCardsProps {
  /** Undefined while they are on their way. */
  rows: readonly User[] | undefined;
}

export function CompanyUserCards({ rows }: CompanyUserCardsProps) {
  const counts = countsOf(rows ?? []);
  const shared = { loading: rows === undefined, note: 'on this page' };
  return (
    <section aria-label="Totals" className="mb-6 grid grid-cols-2 gap-3 lg:grid-cols-4">
      <h2 className="sr-only">Totals</h2>
      <StatCard {...shared} label="Total Users" icon={<Users />} value={counts.total} />
      <StatCard {...shared} label="Active Users" icon={<UserCheck />} value={counts.active} />
      <StatCard {...shared} label="Pending Users" icon={<Clock />} value={counts.pending} />
      <StatCard {...shared} label="Admins" icon={<ShieldCheck />} value={counts.admins} />
    </section>
  );
}
