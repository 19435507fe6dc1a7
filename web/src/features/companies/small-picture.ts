/** A logo is shown at most 60 points wide, on paper: at 300 dots an inch no more can be seen. */
const mostPixels = 256;
const fewBytes = 16 * 1024;

/**
 * The picture in the size in which a logo is shown, or the file itself if it is small already or cannot be read here.
 * A photo of a phone has megabytes, which everybody who pays would load with the payment page.
 */
export async function smallPicture(file: File): Promise<File> {
  const picture = await readPicture(file);
  if (!picture) return file;
  const scale = mostPixels / Math.max(picture.width, picture.height);
  if (scale >= 1 && file.size <= fewBytes) return file;
  const small = await redraw(picture, Math.min(scale, 1), file.type);
  return small && small.size < file.size
    ? new File([small], file.name, { type: small.type })
    : file;
}

/** Upright, as its notes say: the server stores it without notes. */
async function readPicture(file: File): Promise<ImageBitmap | null> {
  if (typeof createImageBitmap === 'undefined') return null;
  try {
    return await createImageBitmap(file);
  } catch {
    return null;
  }
}

/** Of the same type, because a JPEG has no transparency and a PNG of few colours is smaller as it is. */
function redraw(picture: ImageBitmap, scale: number, type: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return new Promise((resolve) => canvas.toBlob(resolve, type, 0.85));
}
