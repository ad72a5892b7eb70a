/** What crosses between page and worker: strings, JSON and nothing else. */

/** Control values by the names of their form elements. */
export type Values = Record<string, number | string | boolean>;

export type ToWorker =
  | { type: "start" }
  /** Run a demo. `id` grows with each question; the answers carry it. */
  | { type: "ask"; id: number; demo: string; values: Values }
  /** The last frame has been drawn: go on. So a demo that streams never runs ahead of the page. */
  | { type: "next"; id: number }
  /** End a demo before its next frame. */
  | { type: "cancel"; id: number };

export type FromWorker =
  | { type: "progress"; ratio: number }
  /** Python is there: restored from its snapshot or, for a reason, started from its files. */
  | { type: "ready"; route: "snapshot" | "files"; why: string }
  /** The runtime did not start, or broke down. */
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
  /** `values` are those that the frame was made from. */
  onFrame(html: string, progress: number | null, values: Values): void;
  /** The newest question has been answered in full. */
  onDone(id: number): void;
  /** The newest question was given up. */
  onStopped(): void;
  onError(message: string, traceback: string, id: number): void;
  onLoading(module: string): void;
}

declare global {
  /** A worker that the page's head has started, and what it has said since. */
  var liveDemoStart: { worker: Worker; held: (MessageEvent | ErrorEvent)[] } | undefined;
}
