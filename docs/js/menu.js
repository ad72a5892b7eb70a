// On narrow screens the theme's menu hangs on labels of hidden check boxes: no keyboard reaches them, and no screen
// reader gives them a name. Over each lies a button that does the same and says whether its list is open.

const MENU = "__drawer";
const LABELS = `.md-header__button[for=${MENU}], .md-sidebar--primary :is(.md-nav__link, .md-nav__title:not([for=${MENU}]))[for]`;

const menu = () => /** @type {HTMLInputElement | null} */ (document.getElementById(MENU));
const handle = () => /** @type {HTMLElement | null} */ (document.querySelector(`label[for=${MENU}] > .menu-button`));

/** @param {HTMLLabelElement} label */
function nameOf(label) {
  const text = (label.textContent?.trim() || label.previousElementSibling?.textContent?.trim()) ?? "";
  if (label.htmlFor === MENU) return "Menu";
  if (label.matches(".md-nav__title")) return `Back from ${text}`;
  return `${label.htmlFor === "__toc" ? "Sections" : "Pages"} of ${text}`;
}

/** Where the focus goes when a list has opened or closed: into it, or back to what opened it. @param {HTMLLabelElement} label */
function nextTo(label) {
  const other = label.matches(".md-nav__title") ? ".md-nav__link" : ".md-nav__title";
  const item = label.closest(".md-nav__item--nested, .md-nav__item--active");
  const places = label.htmlFor === MENU ? ".md-sidebar--primary .md-nav__item :is(a, button)" : `${other}[for="${label.htmlFor}"] > button`;
  const found = /** @type {NodeListOf<HTMLElement>} */ ((item ?? document).querySelectorAll(places));
  return [...found].find((place) => place.checkVisibility({ visibilityProperty: true }));
}

/** @param {HTMLLabelElement} label */
function cover(label) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "menu-button";
  button.setAttribute("aria-label", nameOf(label));
  button.addEventListener("click", (event) => {
    event.stopPropagation();
    label.control?.click();
    // The list is still on its way in: the browser would scroll to where it comes from.
    if (menu()?.checked) nextTo(label)?.focus({ preventScroll: true });
  });
  label.removeAttribute("tabindex"); // the theme's way to a few of them
  label.append(button);
}

function tell() {
  for (const label of /** @type {NodeListOf<HTMLLabelElement>} */ (document.querySelectorAll(LABELS))) {
    if (!label.querySelector("button")) cover(label);
    const open = /** @type {HTMLInputElement | null} */ (label.control)?.checked ?? false;
    label.querySelector("button")?.setAttribute("aria-expanded", String(open));
  }
}

/** The page behind an open menu is not where one reads. @param {Event} event */
function leave(event) {
  const inside = /** @type {Element} */ (event.target).closest(`.md-sidebar--primary, label[for=${MENU}]`);
  if (menu()?.checked && !inside) menu()?.click();
}

/** @param {KeyboardEvent} event */
function escape(event) {
  if (event.key !== "Escape" || !menu()?.checked) return;
  menu()?.click();
  handle()?.focus();
}

const follow = () => /** @type {{ document$?: { subscribe(act: () => void): void } }} */ (window).document$?.subscribe(tell);
follow();
document.addEventListener("late-script", follow); // where the theme’s script waits for a demo
document.addEventListener("change", tell);
document.addEventListener("focusin", leave);
document.addEventListener("keydown", escape);
tell();

export {};
