import { encode } from 'uqr';

/** Readers ask for four light modules around the code. */
const quietZone = 4;

/** Rows of modules, true: dark. 15 % of it may be dirty or worn. */
export function qrModules(text: string): boolean[][] {
  return encode(text, { ecc: 'M', border: quietZone }).data;
}

/** The dark modules as one path: each run of them is a bar. */
export function pathOf(modules: readonly (readonly boolean[])[]): string {
  return modules
    .map((row, y) => {
      let path = '';
      for (let x = 0; x < row.length; x++) {
        if (!row[x]) continue;
        const start = x;
        while (row[x + 1]) x++;
        const length = x - start + 1;
        path += `M${start} ${y}h${length}v1h-${length}z`;
      }
      return path;
    })
    .join('');
}
