// The editor, with CodeMirror. The build makes it one file, which is fetched when a reader first edits.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState, Prec, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, drawSelection, keymap, lineNumbers } from "@codemirror/view";
import { tagHighlighter, tags } from "@lezer/highlight";
import { StyleModule } from "style-mod";

/** @typedef {import("./editor.js").Options} Options */

// CodeMirror writes its rules into a style element, which a strict policy forbids. A sheet of the script's own is
// allowed; in a layer its rules stay weaker than the site's, as they were.
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);
/** @type {Set<StyleModule>} */
const mounted = new Set();
StyleModule.mount = (_root, modules) => {
  const before = mounted.size;
  for (const module of [modules].flat()) mounted.add(module);
  if (mounted.size === before) return;
  sheet.replaceSync(`@layer codemirror {${[...mounted].map((module) => module.getRules()).join("\n")}}`);
};

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

/** @type {import("@codemirror/state").StateEffectType<number | null>} */
const marking = StateEffect.define();

// The words of the mark are drawn by the style sheet: what is an element in the editor can be read back as code.
const marked = StateField.define({
  create: () => Decoration.none,
  update(decorations, transaction) {
    let now = transaction.docChanged ? Decoration.none : decorations; // the line may not be wrong any more
    for (const effect of transaction.effects) {
      if (!effect.is(marking)) continue;
      const { doc } = transaction.state;
      const line = effect.value && effect.value <= doc.lines ? doc.line(effect.value) : null;
      now = line ? Decoration.set([Decoration.line({ class: "lc-bad-line" }).range(line.from)]) : Decoration.none;
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/**
 * What a screen reader says of the editor while a line is marked.
 * @param {HTMLElement} words outside the editor's text
 */
const describedBy = (words) =>
  EditorView.contentAttributes.from(marked, ({ size }) => {
    const invalid = { "aria-invalid": String(size > 0) };
    return size > 0 ? { ...invalid, "aria-describedby": words.id } : invalid;
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

let opened = 0;

/**
 * @param {HTMLElement} host
 * @param {Options} options
 * @returns {import("./editor.js").Editor}
 */
export function open(host, { code, label, changed, run, complete }) {
  const words = document.createElement("span");
  words.id = `lc-words-${++opened}`;
  words.hidden = true; // and read out all the same where it describes something
  host.append(words);
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
      [marked, describedBy(words), leaving],
      EditorView.contentAttributes.of({ "aria-label": `${label}. Tab indents; Escape, then Tab leaves.` }),
      EditorView.updateListener.of((update) => update.docChanged && changed()),
    ],
  });
  return {
    get code() {
      return view.state.doc.toString();
    },
    set code(text) {
      const changes = { from: 0, to: view.state.doc.length, insert: text };
      view.dispatch({ changes, annotations: isolateHistory.of("full") }); // undone without what was typed before
    },
    focus: () => view.focus(),
    mark(line, said) {
      words.textContent = said;
      view.dispatch({ effects: marking.of(line) });
    },
    unmark: () => view.dispatch({ effects: marking.of(null) }),
    close: () => view.destroy(), // it listens to the window
  };
}
