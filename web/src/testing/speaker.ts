import { vi } from 'vitest';

/* The browser's sound. */

export const tones = vi.fn();

/** Counts what it is asked to play. */
class Speaker {
  static readonly made: Speaker[] = [];
  state = 'suspended';
  currentTime = 0;
  readonly destination = {};
  constructor() {
    Speaker.made.push(this);
  }
  async resume(): Promise<void> {
    this.state = 'running';
  }
  createOscillator() {
    return { frequency: {}, connect: (next: unknown) => next, start: tones, stop: () => {} };
  }
  createGain() {
    const gain = { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
    return { gain, connect: () => {} };
  }
}

/** As after a reload: nothing was played, and the browser plays nothing before a press. */
export function muteSpeakers(): void {
  tones.mockClear();
  for (const speaker of Speaker.made) speaker.state = 'suspended';
  vi.stubGlobal('AudioContext', Speaker);
}
