// A file of the page could not be had, so that Python or a cell does not work. Whoever knows more may act on it: the
// site may have been published anew meanwhile, and then has no such file any more. Who has something to lose by
// another load of the page prevents the event’s default.

export const lost = () => document.dispatchEvent(new Event("live-demo:lost", { cancelable: true }));
