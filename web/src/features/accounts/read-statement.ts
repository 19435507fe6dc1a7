/** What the server writes into the file, as texts. */
export interface StatementLine {
  readonly date: string;
  readonly reference: string;
  readonly description: string;
  readonly debit: string;
  readonly credit: string;
  readonly balance: string;
}

/** A statement's lines, the opening balance first and the closing balance last, for paper. */
export function readStatement(csv: string): StatementLine[] {
  const [, ...rows] = readCsv(csv);
  return rows.map(([date = '', , reference = '', description = '', ...amounts]) => {
    const [debit = '', credit = '', balance = ''] = amounts;
    return { date, reference, description, debit, credit, balance };
  });
}

const quoted = /"((?:[^"]|"")*)"(,|\r?\n|$)/gy;

/** Every value stands in quotes, so that the end of one is never in doubt. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, value = '', end] of text.replace(/^\ufeff/, '').matchAll(quoted)) {
    row.push(withoutGuard(value.replaceAll('""', '"')));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** The apostrophe keeps a spreadsheet from taking a text for a formula; paper needs none. */
function withoutGuard(value: string): string {
  return /^'[=+\-@\t\r]/.test(value) ? value.slice(1) : value;
}
