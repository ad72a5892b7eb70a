/** What crosses between page and worker: strings, JSON and nothing else. */

/** Control values by the names of their form elements. */
export type Values = Record<string, number | string | boolean>;

export type ToWorker =
  | { type: "start" }
  /** Run a demo. `id` grows with each question; the answers carry it. */
  | { type: "ask"; id: number; demo: string; values: Values }
  /** End a demo that streams frames, before its next one. */
  | { type: "cancel"; id: number };

export type FromWorker =
  | { type: "progress"; ratio: number }
  | { type: "ready" }
  /** The runtime did not start. */
  | { type: "failed"; message: string }
  /** A result, or one of several. `progress` is a streaming demo's own, 0 to 1. */
  | { type: "frame"; id: number; html: string; progress: number | null }
  /** Nothing more follows for this question. */
  | { type: "done"; id: number }
  /** The demo raised. `traceback` holds the demo's own lines. */
  | { type: "error"; id: number; message: string; traceback: string }
  /** The demo imports what the start did not need; it is being fetched. */
  | { type: "loading"; id: number; module: string };

/** One answer of `live_demo.browser.Answers.next`. */
export type Answer = {
  html?: string;
  progress?: number | null;
  done?: true;
  message?: string;
  traceback?: string;
  missing?: string;
};

/** What the page's demos hear of the runtime. */
export type RuntimeState =
  | { phase: "idle" }
  | { phase: "starting"; ratio: number }
  | { phase: "ready" }
  | { phase: "failed"; message: string };

/** A demo on the page, as the runtime sees it. */
export interface Client {
  onRuntime(state: RuntimeState): void;
  onFrame(html: string, progress: number | null, id: number): void;
  onDone(id: number, cancelled: boolean): void;
  onError(message: string, traceback: string, id: number): void;
  onLoading(module: string): void;
}
