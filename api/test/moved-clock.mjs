/* Preloaded into a program, whose clock is then MOVED_CLOCK_SECONDS ahead. Only the time of day moves. */
const TrueDate = Date;
const aheadMs = Number(process.env.MOVED_CLOCK_SECONDS) * 1000;

globalThis.Date = class Date extends TrueDate {
  constructor(...given) {
    if (given.length === 0) super(TrueDate.now() + aheadMs);
    else super(...given);
  }

  static now() {
    return TrueDate.now() + aheadMs;
  }
};
