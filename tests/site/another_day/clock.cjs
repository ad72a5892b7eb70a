// Node starts with this file where NODE_OPTIONS requires it: the clock is 400 days ahead.
const DAYS = 400;
const Real = Date;
const now = () => Real.now() + DAYS * 86400e3;
globalThis.Date = class extends Real {
  constructor(...given) {
    super(...(given.length ? given : [now()]));
  }
  static now = now;
};
