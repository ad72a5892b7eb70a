// The code of a link stays in the address for as long as the reader goes nowhere else: Material writes there which
// heading is in view, and an address that is copied or kept would be without the code.

import { linked } from "./share.js";

const write = history.replaceState.bind(history);

history.replaceState = (state, unused, url) => {
  if (!url || !linked(location.hash)) return write(state, unused, url);
  const next = new URL(url, location.href);
  if (!linked(next.hash) && next.pathname === location.pathname) next.hash = location.hash;
  write(state, unused, next);
};

/** Put a fragment back that was written over before this script came. @param {string} hash */
export function hold(hash) {
  if (location.hash !== hash) write(history.state, "", hash);
}

/** The code for a cell is no longer wanted. @param {string} key */
export function release(key) {
  if (linked(location.hash)?.key === key) write(history.state, "", location.pathname + location.search);
}
