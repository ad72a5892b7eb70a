// Predict first: the reader guesses, then looks. The answers are in the view; this only shows and counts them.

/** @typedef {import("./protocol.d.ts").Values} Values */

/**
 * @param {HTMLElement} demo the element that carries data-phase
 * @param {{ settled: () => Promise<boolean>, set: (values: Values) => void, values: () => Values, signal: AbortSignal }} page
 * @returns {{ moved: () => void } | null} what to call when a control has moved
 */
export function predicting(demo, page) {
  const form = /** @type {HTMLFormElement | null} */ (demo.querySelector(".ld-predict"));
  if (!form) return null;
  const [submit, skip, says, score] = [".ld-button", "[data-act=skip]", ".ld-verdict", ".ld-score"].map(
    (selector) => /** @type {HTMLElement} */ (form.querySelector(selector)),
  );
  const questions = /** @type {Values[]} */ (JSON.parse(form.dataset.questions ?? "[]"));
  const tally = { right: 0, asked: 0, next: 0 };

  const choices = /** @type {HTMLFieldSetElement} */ (form.querySelector("fieldset"));

  /** @param {string} phase */
  const phase = (phase) => {
    const asking = phase === "ask";
    demo.dataset.phase = phase;
    const held = choices.contains(document.activeElement) || document.activeElement === skip;
    choices.disabled = !asking; // a verdict stands for the guess that was made
    submit.textContent = asking ? "Reveal" : "New question";
    submit.classList.toggle("ld-button--main", asking);
    submit.hidden = !asking && questions.length === 0;
    if (held && !asking) submit.focus();
    skip.hidden = !asking;
  };

  /** @param {string | null} guess */
  const reveal = async (guess) => {
    says.textContent = guess === null ? "" : "Python is working it out.";
    const matches = await page.settled();
    if (demo.dataset.phase !== "ask" || page.signal.aborted) return;
    if (!matches) {
      says.textContent = "Python has no answer for these values.";
      return;
    }
    phase("open");
    if (guess === null) {
      says.textContent = "Now move the controls and watch.";
      return;
    }
    const verdict = [...demo.querySelectorAll("[data-verdict]")].find((e) => e instanceof HTMLElement && e.dataset.verdict === guess);
    const right = verdict instanceof HTMLElement && verdict.dataset.right === "true";
    tally.asked += 1;
    if (right) tally.right += 1;
    says.replaceChildren(...[...(verdict?.childNodes ?? [])].map((node) => node.cloneNode(true)));
    says.dataset.right = String(right);
    score.textContent = `${tally.right} of ${tally.asked} right`;
  };

  const ask = () => {
    const current = page.values();
    const same = (/** @type {Values} */ q) => Object.entries(q).every(([name, value]) => current[name] === value);
    let question = questions[tally.next++ % questions.length];
    if (same(question)) question = questions[tally.next++ % questions.length];
    form.reset();
    says.textContent = "";
    phase("ask");
    page.set(question);
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (demo.dataset.phase !== "ask") return ask();
    const guess = new FormData(form).get("guess");
    if (guess === null) says.textContent = "Choose an answer first.";
    else void reveal(String(guess));
  }, { signal: page.signal });
  skip.addEventListener("click", () => void reveal(null), { signal: page.signal });
  return {
    moved: () => {
      if (demo.dataset.phase === "open") says.textContent = "";
    },
  };
}
