import { useEffect } from 'react';
import { startStatus } from '../../features/site/status-behaviour.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatusFigures, statusSentence } from '../public/status.tsx';

/** The figures of the public page. */
export default function AdminStatusPage() {
  useEffect(startStatus, []);
  return (
    <div data-status-page className="max-w-3xl">
      <PageHeader title="Status" subtitle={statusSentence} />
      <StatusFigures />
    </div>
  );
}
