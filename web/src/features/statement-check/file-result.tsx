import type { CheckedFile } from '@sente/contract/proof-files';
import type { StatementHead, StatementRow } from '@sente/contract/statement-file';
import type { Finding } from '@sente/contract/statement-proof';
import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '../../lib/dates.ts';
import { formatAmount } from '../../lib/money.ts';
import { Banner } from '../../ui/banner.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Money } from '../../ui/money.tsx';

const verdicts = {
  proved: { tone: 'success', title: 'Proved' },
  partly: { tone: 'warning', title: 'Partly proved' },
  failed: { tone: 'danger', title: 'Not proved' },
} as const;

/** What was proved of one file, and what it says. */
export function FileResult({ file }: { file: CheckedFile }) {
  const { tone, title } = verdicts[file.verdict];
  return (
    <section aria-label={file.name} className="rounded-2xl border bg-surface p-5">
      <Banner tone={tone} title={`${title}: ${file.name}`}>
        {file.verdict === 'failed' ? (
          <p className="mb-1.5 font-medium text-ink">
            Do not rely on this file: it was changed or damaged, or Sente did not make it.
          </p>
        ) : null}
        <Findings findings={file.findings} />
      </Banner>
      {file.head || file.liability ? (
        <div className="mt-5">
          {file.verdict === 'failed' ? (
            <p className="mb-4 font-medium">The file says this, and it is not proved:</p>
          ) : null}
          {file.head ? <DetailList items={itemsOf(file.head)} /> : null}
          {file.liability ? <DetailList items={liabilityItems(file.liability)} /> : null}
          <Movements rows={file.rows} />
        </div>
      ) : null}
    </section>
  );
}

const marks = {
  holds: { Icon: CircleCheck, className: 'text-success-text' },
  fails: { Icon: CircleAlert, className: 'text-danger-text' },
  open: { Icon: CircleHelp, className: 'text-warning-text' },
};

export function Findings({ findings }: { findings: readonly Finding[] }) {
  return (
    <ul className="flex flex-col gap-1.5 text-ink">
      {findings.map(({ state, text }) => {
        const { Icon, className } = marks[state];
        return (
          <li key={text} className="flex gap-2">
            <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${className}`} />
            <span className="min-w-0 wrap-anywhere">{text}</span>
          </li>
        );
      })}
    </ul>
  );
}

function itemsOf(head: StatementHead) {
  return [
    { label: 'Company', value: head.Company },
    { label: 'Account', value: `${head['Account Name']}, ${head['Account Number']}` },
    { label: 'Days', value: `${head.From} to ${head.To}` },
    ...(Number(head.Parts ?? 1) > 1
      ? [{ label: 'Part', value: `${head.Part} of ${head.Parts}` }]
      : []),
    {
      label: 'Entries',
      value: head.Movements === '0' ? 'None' : `${head['First Entry']} to ${head['Last Entry']}`,
    },
    { label: 'Movements', value: Number(head.Movements).toLocaleString('en-US') },
    { label: 'Opening Balance', value: <Money amount={Number(head['Opening Balance'])} /> },
    { label: 'Closing Balance', value: <Money amount={Number(head['Closing Balance'])} /> },
    { label: 'Made', value: formatDateTime(head['Made At']) },
    { label: 'Issuer', value: head.Issuer },
    { label: 'Hash After', value: <code className="text-13 break-all">{head['Hash After']}</code> },
  ];
}

function liabilityItems(liability: NonNullable<CheckedFile['liability']>) {
  return [
    { label: 'Day', value: liability.Day },
    { label: 'Balance', value: <Money amount={Number(liability.Balance)} /> },
    { label: 'All Liabilities', value: <Money amount={Number(liability.Liabilities)} /> },
    { label: 'Companies', value: Number(liability.Companies).toLocaleString('en-US') },
    { label: 'Made', value: formatDateTime(liability['Made At']) },
    { label: 'Issuer', value: liability.Issuer },
    { label: 'Root', value: <code className="text-13 break-all">{liability.Root}</code> },
  ];
}

const mostShown = 500;
const amountColumns = ['Debit', 'Credit', 'Balance'] as const;

/** To compare with what one was shown, for example the pages of an older PDF. */
function Movements({ rows }: { rows: readonly StatementRow[] }) {
  const [isOpen, setIsOpen] = useState(false);
  if (rows.length === 0) return null;
  return (
    <details className="mt-5" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer font-medium text-accent-text">Show the movements</summary>
      {isOpen ? (
        <div
          role="group"
          aria-label="Movements"
          // Scrolls on a phone, and can be reached to do so by the keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="mt-3 overflow-x-auto"
        >
          <table className="tabular w-full text-13">
            <thead>
              <tr className="border-b">
                {['Date', 'Description', ...amountColumns].map((name, index) => (
                  <th
                    key={name}
                    className={`py-1.5 pr-3 ${index < 2 ? 'text-left' : 'text-right'}`}
                  >
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, mostShown).map((row) => (
                <tr key={row.Entry} className="border-b align-top">
                  <td className="py-1.5 pr-3 whitespace-nowrap">{row.Date}</td>
                  <td className="min-w-40 py-1.5 pr-3 wrap-anywhere">
                    {row.Description}
                    {row.Reference ? (
                      <span className="block text-muted">{row.Reference}</span>
                    ) : null}
                  </td>
                  {amountColumns.map((name) => (
                    <td key={name} className="py-1.5 pr-3 text-right whitespace-nowrap">
                      {row[name] === '' ? '' : formatAmount(Number(row[name]))}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {rows.length > mostShown ? (
            <p className="mt-2 text-muted">{`The first ${mostShown} of ${formatAmount(rows.length)}.`}</p>
          ) : null}
        </div>
      ) : null}
    </details>
  );
}
