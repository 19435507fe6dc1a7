import { encode } from 'uqr';
import { cn } from '../lib/cn.ts';

interface QrCodeProps {
  text: string;
  /** The text alternative. */
  label: string;
  className?: string | undefined;
}

/** Dark on light in both themes: many readers cannot read inverted codes. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const modules = qrModules(text);
  const size = modules.length;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={cn('block rounded-lg border', className)}
    >
      <rect width={size} height={size} className="fill-qr-light" />
      <path d={pathOf(modules)} className="fill-qr-dark" />
    </svg>
  );
}

/** Readers require a quiet zone of four modules. */
const quietZone = 4;

/** Rows of modules, true for dark. Error correction covers 15 %. */
export function qrModules(text: string): boolean[][] {
  return encode(text, { ecc: 'M', border: quietZone }).data;
}

/** The dark modules as one path: each run is a bar. */
function pathOf(modules: readonly (readonly boolean[])[]): string {
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
