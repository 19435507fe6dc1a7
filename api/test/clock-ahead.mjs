/* Preloaded into a program, whose clock is then CLOCK_AHEAD_SECONDS ahead. Only the time of day moves. */
const TrueDate = Date;
const aheadMs = Number(process.env.CLOCK_AHEAD_SECONDS) * 1000;

globalThis.Date = class Date extends TrueDate {
  constructor(...given) {
    if (given.length === 0) super(TrueDate.now() + aheadMs);
    else super(...given);
  }

  static now() {
    return TrueDate.now() + aheadMs;
  }
};
