import { testActivity, type CompanyTestActivity } from '@sente/contract/test-activity';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { key, keys } from '../../api/keys.ts';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { Link } from '../../ui/link.tsx';
import { NoteDialog } from '../../ui/note-dialog.tsx';

type Asked = 'ask' | 'end';

/** Whether the company needs an examination before new live keys, and who decided that it does not. */
export function ExaminationRule(props: { companyId: string; activity: CompanyTestActivity }) {
  const { companyId, activity } = props;
  const { examinationDays: days, exception } = activity;
  const [asked, setAsked] = useState<Asked | null>(null);
  const mayDecide = useCan('staffFees');
  const maySet = useCan('staffSettings');
  const invalidates = [key('companies', 'test-activity', companyId), keys.approvals.all];
  const ask = useChange({
    send: ({ note }: { note: string }) =>
      call(testActivity.askForException, { params: { id: companyId }, body: { reason: note } }),
    invalidates,
  });
  const end = useChange({
    send: (id: string) => call(testActivity.endException, { params: { id } }),
    invalidates,
  });
  const within = days === 1 ? 'the last day' : `the last ${days} days`;
  const action = exception ? (
    <Button onClick={() => setAsked('end')}>End Exception</Button>
  ) : (
    <Button onClick={() => setAsked('ask')}>Ask for an Exception</Button>
  );
  return (
    <Card title="Live Keys" actions={mayDecide && (exception || days > 0) ? action : null}>
      {exception ? (
        <p>
          This company makes live keys without an examination since{' '}
          <DateText value={exception.since} format="shortTime" />: {exception.reason}{' '}
          <span className="text-muted">
            Asked for by {exception.askedBy ?? 'somebody'}, approved by{' '}
            {exception.approvedBy ?? 'somebody'}.
          </span>
        </p>
      ) : (
        <p className="text-muted">
          {days === 0
            ? 'The company can make live keys at any time: the platform asks for no passed examination in test mode first.'
            : `The company can make live keys only after an examination in test mode that it passed in ${within}.`}
          {maySet ? (
            <>
              {' '}
              <Link
                to={paths.settings('platform')}
                className="rounded-sm text-accent-text underline underline-offset-3"
              >
                Change the setting
              </Link>
            </>
          ) : null}
        </p>
      )}
      <NoteDialog
        subject={asked === 'ask' ? activity : null}
        change={ask}
        values={() => ({})}
        noteLabel="Reason"
        noteHint="The second person reads it, and it stays in the history of the company."
        title={() => 'Ask for an exception?'}
        description="The company could make live keys without a passed examination, until somebody ends it. A second person has to approve."
        confirmLabel="Ask"
        busyLabel="Asking..."
        done={() => 'A second person has to approve the exception'}
        failed="Failed to ask for the exception"
        onClose={() => setAsked(null)}
      />
      <ConfirmAction
        subject={asked === 'end' ? activity : null}
        change={end}
        input={() => companyId}
        title={() => 'End the exception?'}
        description="New live keys of this company need a passed examination again. Keys that it has go on."
        confirmLabel="End Exception"
        busyLabel="Ending..."
        tone={() => 'primary'}
        done={() => 'The exception has ended'}
        failed="Failed to end the exception"
        onClose={() => setAsked(null)}
      />
    </Card>
  );
}
