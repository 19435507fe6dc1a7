import { Building2 } from 'lucide-react';
import type { Failure } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { RecordNotLoaded } from '../../ui/record-not-loaded.tsx';

interface CompanyNotLoadedProps extends Failure {
  /** A single line, for a page about another record of the company. */
  brief?: boolean | undefined;
  className?: string | undefined;
}

export function CompanyNotLoaded({ brief = false, ...failure }: CompanyNotLoadedProps) {
  return (
    <RecordNotLoaded
      {...failure}
      icon={<Building2 />}
      missing={
        brief
          ? { title: 'Company not found' }
          : { title: 'Company Not Found', heading: 'h2', hint: 'Company not found' }
      }
      failedTitle="Failed to load company details"
      back={{ to: paths.companies(), label: 'Back to Companies' }}
    />
  );
}
