import { useState } from 'react';
import { formatDate } from '../../lib/dates.ts';
import { kampalaDay } from '../../lib/kampala.ts';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { ListExport } from '../../ui/list-export.tsx';

/** Every entry of some days as a file, which a job writes. */
export function GeneralLedgerCard() {
  const [startDate, setStartDate] = useState(`${kampalaDay().slice(0, 7)}-01`);
  const [endDate, setEndDate] = useState(kampalaDay());
  const isWrong = startDate !== '' && endDate !== '' && startDate > endDate;
  const isReady = startDate !== '' && endDate !== '' && !isWrong;
  return (
    <Card
      title="General ledger"
      description="Every entry of all companies by when the money moved, with debit, credit, balance and hash, as CSV or Excel."
    >
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label="From"
          type="date"
          value={startDate}
          error={isWrong ? 'Start date must not be after end date' : undefined}
          onChange={(event) => setStartDate(event.target.value)}
        />
        <TextField
          label="To"
          type="date"
          value={endDate}
          onChange={(event) => setEndDate(event.target.value)}
        />
        {isReady ? (
          <ListExport
            noun="entries"
            wanted={{ list: 'ledger-entries', filters: { startDate, endDate } }}
            count={undefined}
            words={[`from ${formatDate(startDate)}`, `to ${formatDate(endDate)}`]}
          />
        ) : null}
      </div>
    </Card>
  );
}
