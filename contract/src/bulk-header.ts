/* Without the schema library, as phone.ts: a page reads the header before the file is sent. */

/** The columns of a file; the first two are required. */
export const bulkColumns = ['phone', 'amount', 'name', 'network', 'reference'] as const;
type Column = (typeof bulkColumns)[number];

/** What people call the columns. */
const headers: Readonly<Record<Column, readonly string[]>> = {
  phone: ['phone', 'phone number', 'number', 'mobile', 'msisdn', 'telephone'],
  amount: ['amount', 'amount ugx', 'ugx', 'sum'],
  name: ['name', 'recipient', 'receiver', 'beneficiary', 'full name'],
  network: ['network', 'operator', 'provider'],
  reference: ['reference', 'ref', 'note', 'description', 'narration'],
};

/** The lines without the mark that some programs put at the beginning, and the place of the first that is not empty. */
export function bulkLinesOf(text: string): { readonly lines: string[]; readonly top: number } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  return { lines, top: lines.findIndex((line) => line.trim() !== '') };
}

export function bulkSeparatorOf(head: string): string {
  return [',', ';', '\t'].find((one) => head.includes(one)) ?? ',';
}

export type BulkHeader =
  | { readonly fault: string }
  | { readonly fault: null; readonly places: Partial<Record<Column, number>> };

/** Which column is at which place, or what is wrong with the names of the columns. */
export function readBulkHeader(head: readonly string[]): BulkHeader {
  const names = head.map((name) =>
    name
      .toLowerCase()
      .replaceAll(/[\s_()-]+/g, ' ')
      .trim(),
  );
  const places: Partial<Record<Column, number>> = {};
  for (const column of bulkColumns) {
    const [place, other] = [...names.keys()].filter((each) =>
      headers[column].includes(names[each] ?? ''),
    );
    if (place !== undefined) places[column] = place;
    // Money would go to one of two numbers, or be one of two amounts.
    if (other !== undefined && (column === 'phone' || column === 'amount')) {
      return {
        fault: `Columns ${(place ?? 0) + 1} and ${other + 1} could both be the ${column}: ${head[place ?? 0]} and ${head[other]}. Rename or remove the one that is not.`,
      };
    }
  }
  if (places.phone === undefined || places.amount === undefined) {
    return {
      fault:
        'The first line must name the columns: phone and amount, and if wanted name, network and reference',
    };
  }
  return { fault: null, places };
}

export const emptyBulkFile = 'The file is empty';

/** What is wrong with the header of a file or of pasted cells. No name of a column has a separator or a quote in it. */
export function bulkHeaderFault(text: string): string | null {
  const { lines, top } = bulkLinesOf(text);
  const head = lines[top];
  if (head === undefined) return emptyBulkFile;
  const cells = head.split(bulkSeparatorOf(head)).map((cell) => cell.trim());
  return readBulkHeader(cells.map((cell) => cell.replace(/^"(.*)"$/, '$1').trim())).fault;
}
