import type { Examination, ExaminationCheck } from '@sente/contract/examinations';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { Copyable } from '../../ui/copy-button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Link } from '../../ui/link.tsx';
import { asksForEvents, countText, OutcomeBadge } from './examination-result.tsx';

/** After "Examination of". */
export function examinedText({ url }: Pick<Examination, 'url'>): string {
  return url === null ? 'questions for events' : (URL.parse(url)?.host ?? url);
}

/** What was examined, by whom, when, and for how long. */
export function ExaminationSummary({ examination }: { examination: Examination }) {
  const { id, url, webhookId, startedAt, startedBy, finishedAt, watchesOrdersUntil } = examination;
  return (
    <Card title="Summary">
      <DetailList
        columns={1}
        items={[
          { label: 'Checks', value: countText(examination) },
          {
            label: 'Examined',
            value: (
              <>
                <span className="wrap-anywhere">{url ?? asksForEvents}</span>
                {webhookId ? (
                  <Link
                    to={paths.client.webhooks()}
                    className="block w-fit rounded-sm text-13 text-accent-text hover:underline"
                  >
                    Webhooks
                  </Link>
                ) : null}
              </>
            ),
          },
          {
            label: 'Orders',
            value: watchesOrdersUntil ? 'Disturbed and watched' : 'Not disturbed',
          },
          { label: 'Started', value: <DateText value={startedAt} format="exactTime" /> },
          {
            label: 'Finished',
            value: finishedAt ? (
              <>
                <DateText value={finishedAt} format="exactTime" />
                <span className="block text-13 text-muted">
                  after {lengthText(Date.parse(finishedAt) - Date.parse(startedAt))}
                </span>
              </>
            ) : (
              'Not yet'
            ),
          },
          { label: 'By', value: startedBy ?? 'Somebody who has left' },
          { label: 'Examination ID', value: <Copyable value={id} label="Examination ID" /> },
        ]}
      />
    </Card>
  );
}

/** Such as "8 s" and "3 min 5 s". */
function lengthText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return [minutes > 0 ? `${minutes} min` : '', rest > 0 || minutes === 0 ? `${rest} s` : '']
    .filter(Boolean)
    .join(' ');
}

const urgency = ['failed', 'waiting', 'not-seen', 'passed'];

interface ExaminationChecksProps {
  title: string;
  checks: readonly ExaminationCheck[];
}

/** What has to be repaired comes first. Nothing for a part that was not examined. */
export function ExaminationChecks({ title, checks }: ExaminationChecksProps) {
  if (checks.length === 0) return null;
  const passed = checks.filter(({ outcome }) => outcome === 'passed').length;
  return (
    <Card title={title} description={`${passed} of ${checks.length} passed`} flush>
      <ol>
        {checks
          .toSorted((a, b) => urgency.indexOf(a.outcome) - urgency.indexOf(b.outcome))
          .map((check) => (
            <Check key={check.name} check={check} />
          ))}
      </ol>
    </Card>
  );
}

function Check({ check }: { check: ExaminationCheck }) {
  const { title, outcome, sent, cameBack, toDo } = check;
  return (
    <li className="border-b px-5 py-4 break-inside-avoid last:border-b-0">
      <div className="flex items-start justify-between gap-4">
        <h3 className="min-w-0 text-sm font-medium">{title}</h3>
        <OutcomeBadge outcome={outcome} />
      </div>
      <dl className="mt-2 grid gap-x-4 gap-y-1.5 text-13 sm:grid-cols-[6.5rem_1fr] print:grid-cols-[6.5rem_1fr]">
        <Fact label="Sent">{sent}</Fact>
        {cameBack ? <Fact label="Came back">{cameBack}</Fact> : null}
        {toDo ? <Fact label="What to do">{toDo}</Fact> : null}
      </dl>
    </li>
  );
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <>
      <dt className="text-muted max-sm:mt-1">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}
