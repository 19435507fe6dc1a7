import { downloadFile } from '../../lib/download-file.ts';
import { qrModules } from './qr-modules.ts';

const modulePx = 16;
const captionPx = 96;
/* A picture leaves the portal, so it has no theme. */
const light = '#ffffff';
const dark = '#000000';

/** Saves the code as a picture to print or to send, with its caption under it. */
export async function downloadQrCode(
  text: string,
  fileName: string,
  caption: readonly string[],
): Promise<void> {
  const modules = qrModules(text);
  const widthPx = modules.length * modulePx;
  const canvas = document.createElement('canvas');
  canvas.width = widthPx;
  canvas.height = widthPx + captionPx;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot draw');
  pen.fillStyle = light;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = dark;
  modules.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (isDark) pen.fillRect(x * modulePx, y * modulePx, modulePx, modulePx);
    }),
  );
  pen.textAlign = 'center';
  caption.forEach((line, index) => {
    pen.font = `${index === 0 ? 600 : 400} 28px sans-serif`;
    pen.fillText(line, widthPx / 2, widthPx + 8 + index * 38, widthPx - 4 * modulePx);
  });
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  if (!blob) throw new Error('The picture could not be made');
  downloadFile(fileName, blob);
}
