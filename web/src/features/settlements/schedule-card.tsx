import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryState } from '../../api/query-state.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ruleText } from '../fees/fee-labels.ts';
import { settlementQueries } from './settlement-queries.ts';
import { scheduleText } from './settlement-texts.tsx';

const ScheduleDialog = lateWindow(() => import('./schedule-dialog.tsx'));

interface ScheduleCardProps {
  companyId: string;
  canChange: boolean;
}

/** When settlements are made, and what each costs. */
export function ScheduleCard({ companyId, canChange }: ScheduleCardProps) {
  const { data, failure, isLoading } = queryState(useQuery(settlementQueries.terms(companyId)));
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card
      title="Schedule"
      description="When money goes to the bank without being asked for"
      actions={
        canChange && data ? (
          <Button size="sm" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
            Change Schedule
          </Button>
        ) : undefined
      }
    >
      {isLoading ? <SkeletonRows count={2} label="Loading the schedule" /> : null}
      {failure ? <ErrorPanel title="Failed to load the schedule" failure={failure} /> : null}
      {data ? (
        <DetailList
          columns={1}
          items={[
            { label: 'Sent to the bank', value: scheduleText(data.schedule) },
            {
              label: 'Fee each time',
              value: ruleText(data.rule),
            },
          ]}
        />
      ) : null}
      <ScheduleDialog
        companyId={companyId}
        terms={data ?? null}
        open={isOpen && data !== undefined}
        onClose={() => setIsOpen(false)}
      />
    </Card>
  );
}
