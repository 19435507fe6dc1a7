import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatDate } from '../../lib/dates.ts';
import { kampalaDay } from '../../lib/kampala.ts';
import { useLocation } from '../../lib/router.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { ListExport } from '../../ui/list-export.tsx';
import { SelectField } from '../../ui/select.tsx';
import { accountingQueries } from './accounting-queries.ts';
import { EntriesTable } from './entries-table.tsx';
import { accountsFilter, accountsKey, accountsName } from './accounting-texts.ts';

interface GeneralLedgerCardProps {
  /** Of the trial balance; empty: today. */
  day: string;
  /** The row of the trial balance whose entries are asked for; empty for all accounts. */
  account: string;
}

/** The entries of one kind of accounts, and every entry of some days as a file, which a job writes. */
export function GeneralLedgerCard(asked: GeneralLedgerCardProps) {
  const [chosen, setChosen] = useState(() => choiceOf(asked));
  const location = useLocation();
  const [seen, setSeen] = useState(location);
  const box = useRef<HTMLDivElement>(null);
  const { account, startDate, endDate } = chosen;
  const isWrong = startDate !== '' && endDate !== '' && startDate > endDate;
  const isReady = startDate !== '' && endDate !== '' && !isWrong;
  const options = useAccounts(asked.day, account);

  // A row of the trial balance asks for its entries, also for the second time; what is chosen here stays here.
  if (location !== seen) {
    setSeen(location);
    if (asked.account) setChosen(choiceOf(asked));
  }
  useEffect(() => {
    if (asked.account) box.current?.scrollIntoView?.({ block: 'nearest' });
  }, [asked.account, location]);

  return (
    <div ref={box}>
      <Card
        title="General ledger"
        description="Every entry of all companies by when the money moved, with debit, credit, balance and hash, as CSV or Excel."
      >
        <div className="flex flex-wrap items-end gap-3">
          <SelectField
            label="Accounts"
            value={account}
            options={options}
            onChange={(event) => setChosen({ ...chosen, account: event.target.value })}
          />
          <TextField
            label="From"
            type="date"
            value={startDate}
            error={isWrong ? 'Start date must not be after end date' : undefined}
            onChange={(event) => setChosen({ ...chosen, startDate: event.target.value })}
          />
          <TextField
            label="To"
            type="date"
            value={endDate}
            onChange={(event) => setChosen({ ...chosen, endDate: event.target.value })}
          />
          {isReady ? (
            <ListExport
              noun="entries"
              wanted={{
                list: 'ledger-entries',
                filters: { startDate, endDate, ...accountsFilter(account) },
              }}
              count={undefined}
              words={[
                ...options
                  .filter(({ value }) => value && value === account)
                  .map(({ label }) => label),
                `from ${formatDate(startDate)}`,
                `to ${formatDate(endDate)}`,
              ]}
            />
          ) : null}
        </div>
        {isReady && account !== '' ? (
          <EntriesTable key={`${account} ${startDate} ${endDate}`} {...chosen} />
        ) : (
          <p className="mt-3 text-13 text-muted">
            Choose one kind of accounts to see its entries here.
          </p>
        )}
      </Card>
    </div>
  );
}

/** Of a row, the day of its trial balance; otherwise this month. */
function choiceOf({ day, account }: GeneralLedgerCardProps) {
  const today = kampalaDay();
  const endDate = account && day && day <= today ? day : today;
  return { account, startDate: account ? endDate : `${today.slice(0, 7)}-01`, endDate };
}

/** Those of the trial balance above, and the chosen one while that loads. */
function useAccounts(day: string, account: string): { value: string; label: string }[] {
  const known = day > kampalaDay() ? '' : day;
  const { data } = useQuery(accountingQueries.trialBalance(known || undefined));
  const rows = (data?.rows ?? []).map((row) => ({
    value: accountsKey(row),
    label: accountsName(row),
  }));
  const { kind = account, network = null } = accountsFilter(account);
  const isThere = account === '' || rows.some(({ value }) => value === account);
  return [
    { value: '', label: 'All accounts' },
    ...rows,
    ...(isThere ? [] : [{ value: account, label: accountsName({ kind, network }) }]),
  ];
}
