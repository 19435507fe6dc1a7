/*
 * The sound of a payment: two short tones, made here, so that there is no file to load on a bad line. Browsers let a
 * page make sounds only after somebody pressed something on it.
 */

let context: AudioContext | null = null;

/** Call it while a press is handled. */
export async function armChime(): Promise<boolean> {
  try {
    context ??= new AudioContext();
    await context.resume();
  } catch {
    // Some browsers have none; the screen shows everything.
    return false;
  }
  return isChimeArmed();
}

export function isChimeArmed(): boolean {
  return context?.state === 'running';
}

export function chime(): void {
  if (!context || !isChimeArmed()) return;
  const start = context.currentTime;
  for (const [index, frequency] of [880, 1_318.5].entries()) {
    const at = start + index * 0.14;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.0001, at);
    volume.gain.exponentialRampToValueAtTime(0.5, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.35);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.4);
  }
}
