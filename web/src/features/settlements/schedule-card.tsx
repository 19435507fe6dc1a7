import { useQuery } from '@tanstack/react-query';
import { queryState } from '../../api/query-state.ts';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ruleText } from '../fees/fee-labels.ts';
import { settlementQueries } from './settlement-queries.ts';
import { scheduleText } from './settlement-texts.tsx';
import { settlementActions } from './settling-choices.tsx';

const ScheduleDialog = lateWindow(() => import('./schedule-dialog.tsx'));

interface ScheduleCardProps {
  companyId: string;
  canChange: boolean;
  canAddBank: boolean;
}

/** When settlements are made, and what each costs. */
export function ScheduleCard({ companyId, canChange, canAddBank }: ScheduleCardProps) {
  const { data, failure, isLoading } = queryState(useQuery(settlementQueries.terms(companyId)));
  const action = useOverlayParam('action');
  return (
    <Card
      title="Schedule"
      description="When money goes to the bank without being asked for"
      actions={
        canChange && data ? (
          <Button
            size="sm"
            aria-haspopup="dialog"
            onClick={() => action.open(settlementActions.schedule)}
          >
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
        canAddBank={canAddBank}
        terms={data ?? null}
        open={canChange && data !== undefined && action.value === settlementActions.schedule}
        onClose={action.close}
      />
    </Card>
  );
}
