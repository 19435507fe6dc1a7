/** A line of a statement of the simulator. */
export interface StatementRow {
  readonly reference: string;
  readonly phoneNumber: string;
  readonly text: string;
  readonly direction: 'in' | 'out';
  /** UGX. */
  readonly amount: number;
  readonly fee: number;
  readonly at: number;
  readonly balance: number;
}

type Plant = (row: StatementRow) => {
  readonly rows: readonly StatementRow[];
  readonly told: string;
};

/** Each needs a line of its own, so a short statement has fewer. */
const plants: readonly Plant[] = [
  (row) => ({ rows: [], told: `Missing: ${nameOf(row)} is left out` }),
  (row) => ({
    rows: [row, { ...row, reference: `${row.reference}9`, amount: 4_321 }],
    told: `Additional: ${row.reference}9 with UGX 4,321, which never happened`,
  }),
  (row) => ({
    rows: [{ ...row, amount: row.amount + 500 }],
    told: `Another amount: ${nameOf(row)} is written with UGX 500 more`,
  }),
  (row) => ({ rows: [row, row], told: `Doubled: ${nameOf(row)} is there twice` }),
  (row) => ({
    rows: [
      row,
      { ...row, reference: `${row.reference}F`, direction: 'out', amount: 300, text: 'Fee' },
    ],
    told: `Fee: UGX 300 was taken beside ${nameOf(row)}`,
  }),
];

/** The same ones for the same statement, spread over it, with balances that follow from its lines. */
export function plantDifferences(rows: readonly StatementRow[]): {
  readonly rows: readonly StatementRow[];
  readonly planted: readonly string[];
} {
  const [first] = rows;
  if (!first) return { rows, planted: [] };
  const every = Math.max(1, Math.floor(rows.length / plants.length));
  const planted: string[] = [];
  const changed = rows.flatMap((row, index) => {
    const plant = index % every === 0 ? plants[index / every] : undefined;
    if (!plant) return [row];
    const { rows: planting, told } = plant(row);
    planted.push(told);
    return planting;
  });
  let balance = first.balance - signed(first);
  const balanced = changed.map((row) => {
    balance += signed(row);
    return { ...row, balance };
  });
  return { rows: balanced, planted };
}

function signed({ direction, amount }: StatementRow): number {
  return direction === 'in' ? amount : -amount;
}

function nameOf({ reference, amount }: StatementRow): string {
  return `${reference} with UGX ${amount.toLocaleString('en-US')}`;
}
