// The editor, with CodeMirror. The build makes it one file, which is fetched when a reader first edits.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState, Prec, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, WidgetType, drawSelection, keymap, lineNumbers } from "@codemirror/view";
import { tagHighlighter, tags } from "@lezer/highlight";

/** @typedef {import("./editor.js").Options} Options */

// The names of Pygments' classes, so that the site's own colours serve in both schemes.
const COLOURS = tagHighlighter([
  { tag: tags.comment, class: "c1" },
  { tag: [tags.keyword, tags.self], class: "k" },
  { tag: [tags.operatorKeyword], class: "ow" },
  { tag: [tags.operator, tags.definitionOperator], class: "o" },
  { tag: [tags.bool, tags.null], class: "kc" },
  { tag: tags.number, class: "mi" },
  { tag: tags.string, class: "s2" },
  { tag: tags.escape, class: "se" },
  { tag: tags.special(tags.string), class: "sa" },
  { tag: tags.function(tags.definition(tags.variableName)), class: "nf" },
  { tag: tags.definition(tags.className), class: "nc" },
  { tag: tags.meta, class: "nd" },
  { tag: [tags.variableName, tags.propertyName], class: "n" },
  { tag: [tags.punctuation, tags.bracket], class: "p" },
]);

/** @type {import("@codemirror/state").StateEffectType<{ line: number, words: string } | null>} */
const marking = StateEffect.define();

class Words extends WidgetType {
  /** @param {string} words */
  constructor(words) {
    super();
    this.words = words;
  }

  /** @param {Words} other */
  eq(other) {
    return other.words === this.words;
  }

  toDOM() {
    const said = document.createElement("span");
    said.className = "lc-bad-words";
    said.textContent = this.words;
    return said;
  }
}

const marked = StateField.define({
  create: () => Decoration.none,
  update(decorations, transaction) {
    let now = transaction.docChanged ? Decoration.none : decorations; // the line may not be wrong any more
    for (const effect of transaction.effects) {
      if (!effect.is(marking)) continue;
      const { doc } = transaction.state;
      if (!effect.value || effect.value.line > doc.lines) now = Decoration.none;
      else {
        const { from, to } = doc.line(effect.value.line);
        const words = Decoration.widget({ widget: new Words(effect.value.words), side: 1 });
        now = Decoration.set([Decoration.line({ class: "lc-bad-line" }).range(from), words.range(to)]);
      }
    }
    return now;
  },
  provide: (field) => [
    EditorView.decorations.from(field),
    EditorView.contentAttributes.from(field, (set) => ({ "aria-invalid": String(set.size > 0) })),
  ],
});

/**
 * Names that exist, as Python says.
 * @param {Options["complete"]} complete
 * @returns {import("@codemirror/autocomplete").CompletionSource}
 */
const existing = (complete) => async (context) => {
  const word = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]*$/u);
  const from = word?.from ?? context.pos;
  const dotted = context.state.sliceDoc(from - 1, from) === ".";
  if (!word && !dotted && !context.explicit) return null;
  const before = context.state.sliceDoc(0, context.pos);
  const names = await complete(context.state.doc.toString(), [...before].length);
  if (names.length === 0) return null;
  const options = names.map((name) => ({ label: name.slice(name.lastIndexOf(".") + 1) }));
  return { from, options, validFor: /^[\p{L}\p{N}_]*$/u };
};

/** Escape, then Tab: out of the editor, however long the reader takes between the two. */
const leaving = EditorView.domEventHandlers({
  keydown(event, view) {
    if (event.key === "Escape") view.setTabFocusMode(true);
    else if (!["Tab", "Shift", "Control", "Alt", "Meta"].includes(event.key)) view.setTabFocusMode(false);
    return false;
  },
  blur: (_, view) => view.setTabFocusMode(false),
});

/**
 * @param {HTMLElement} host
 * @param {Options} options
 * @returns {import("./editor.js").Editor}
 */
export function open(host, { code, label, changed, run, complete }) {
  const view = new EditorView({
    parent: host,
    doc: code,
    extensions: [
      Prec.highest(keymap.of([{ key: "Mod-Enter", run: () => (run(), true) }])),
      keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, indentWithTab, ...defaultKeymap]),
      [python(), indentUnit.of("    "), EditorState.tabSize.of(4), indentOnInput()],
      [history(), bracketMatching(), closeBrackets(), drawSelection(), lineNumbers()],
      autocompletion({ override: [existing(complete)], icons: false }),
      syntaxHighlighting(COLOURS),
      [marked, leaving],
      EditorView.contentAttributes.of({ "aria-label": `${label}. Tab indents; Escape, then Tab leaves.` }),
      EditorView.updateListener.of((update) => update.docChanged && changed()),
    ],
  });
  return {
    get code() {
      return view.state.doc.toString();
    },
    set code(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    focus: () => view.focus(),
    mark: (line, words) => view.dispatch({ effects: marking.of({ line, words }) }),
    unmark: () => view.dispatch({ effects: marking.of(null) }),
    close: () => view.destroy(), // it listens to the window
  };
}
