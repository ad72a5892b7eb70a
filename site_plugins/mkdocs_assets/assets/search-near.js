// Begins the search when a reader comes near it: by then they have not typed a letter. The theme passes on to its
// worker only what changes in the field, so a space is put there and taken away before it can be seen.
{
  const near = (/** @type {Event} */ { target }) => {
    const query = document.querySelector("[data-md-component=search-query]");
    if (!(query instanceof HTMLInputElement && target instanceof Element && "document$" in window)) return;
    if (query.value || !target.closest("[for=__search], .md-search__form")) return;
    for (const value of [" ", ""]) {
      query.value = value;
      query.dispatchEvent(new Event("keyup"));
    }
    for (const event of events) removeEventListener(event, near);
  };
  const events = ["focusin", "pointerover"];
  for (const event of events) addEventListener(event, near);
  // Where the theme's script came late, the reader may be there before it.
  document.addEventListener("late-script", () => document.activeElement?.dispatchEvent(new Event("focusin", { bubbles: true })));
}
