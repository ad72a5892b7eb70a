/** What crosses between page and worker: strings, JSON and nothing else. */

type Kept = import("./boot.js").Kept;

/** Control values by the names of their form elements. */
export type Values = Record<string, number | string | boolean>;

/** A file that is fetched only when the reader has agreed; `storage` is the page on which it can be removed, or "". */
export type Large = { name: string; what: string; size: number; address: string; storage: string };

/** Files that the reader has agreed to fetch: name to address, which changes with the content. */
export type Agreed = Record<string, string>;

/** The name of a worker that is sent what the last one kept, and waits for it. Any other starts at once. */
export type Heir = "live-demo-heir";

export type ToWorker =
  /** `kept` is what the worker before this one gave. */
  | { type: "inherit"; kept: Kept }
  /** Run a demo. `id` grows with each question; the answers carry it. */
  | { type: "ask"; id: number; demo: string; values: Values; agreed: Agreed }
  /** The last frame has been drawn: go on. So a demo that streams never runs ahead of the page. */
  | { type: "next"; id: number }
  /** End a demo before its next frame. */
  | { type: "cancel"; id: number }
  /** Run a cell's code in a session. Tracebacks call the code `name`; `echo` shows the value of every expression. */
  | { type: "run"; id: number; session: string; name: string; code: string; echo: boolean; agreed: Agreed }
  /** Names that could stand at `position`, counted in code points. */
  | { type: "complete"; id: number; session: string; code: string; position: number }
  /** The page has been left: drop a session's variables and files. */
  | { type: "forget"; session: string };

/** What a client asks: a demo's view, or that a cell is run. */
export type Question =
  | { type: "ask"; demo: string; values: Values; agreed: Agreed }
  | { type: "run"; session: string; name: string; code: string; echo: boolean; agreed: Agreed };

/** A piece of output, to be appended: finished HTML, or text of a stream. */
export type Output = { html: string } | Printed;

/** `again`: it begins with the stream's unended line, written anew. `parts`: the text with the classes of its styles. */
export type Printed = { stream: "stdout" | "stderr"; text: string; again?: boolean; parts?: [string, string][] };

export type FromWorker =
  | { type: "progress"; ratio: number }
  /** Python is there: restored from its snapshot or, for a reason, started from its files. All that was fetched for it. */
  | { type: "ready"; route: "snapshot" | "files"; why: string; files: string[] }
  /** A question has arrived: the worker is alive, however long the answer takes. */
  | { type: "heard" }
  /** Spares the next start of this tab. */
  | { type: "kept"; kept: Kept }
  /** The runtime did not start, or broke down. */
  | { type: "failed"; message: string }
  /** A result, or one of several. `progress` is a streaming demo's own, 0 to 1. */
  | { type: "frame"; id: number; html: string; progress: number | null }
  /** Nothing more follows for this question. */
  | { type: "done"; id: number }
  /** The demo raised; `traceback` holds its own lines. With `large` it waits for the reader to agree. */
  | { type: "error"; id: number; message: string; traceback: string; large?: Large }
  /** The demo or cell needs a module or file that the start did not; so much of it has arrived, where that is known. */
  | { type: "loading"; id: number; module: string; ratio?: number }
  /** A cell's output, as it comes. */
  | ({ type: "output"; id: number } & Output)
  /** A cell has ended. If it raised: in which of its lines, and which name was missing. */
  | ({ type: "ran"; id: number } & Ran)
  | { type: "completions"; id: number; names: string[] };

/** What the page's runtime hears of that; the rest is between the links of worker and page. */
export type Told = Exclude<FromWorker, { type: "kept" | "heard" }>;

/** How a run ended: what `live_code.browser.run` returns, and the large file that it asked for. */
export type Ran = { ok: boolean; line?: number | null; missing?: string | null; large?: Large };

/** One answer of `live_demo.browser.Answers.next`. */
export type Answer = {
  html?: string;
  progress?: number | null;
  done?: true;
  message?: string;
  traceback?: string;
  missing?: string;
  file?: string;
  what?: string;
};

/** What the page's demos and cells hear of the runtime. */
export type RuntimeState =
  | { phase: "idle" }
  | { phase: "starting"; ratio: number }
  | { phase: "ready" }
  | { phase: "failed"; message: string };

/** Who asks the runtime. */
interface Asker {
  onRuntime(state: RuntimeState): void;
  /** The newest question was given up. */
  onStopped(): void;
  onLoading(module: string, ratio?: number): void;
}

/** A demo on the page, as the runtime sees it. */
export interface DemoClient extends Asker {
  /** `values` are those that the frame was made from. */
  onFrame(html: string, progress: number | null, values: Values): void;
  /** The newest question has been answered in full. */
  onDone(id: number): void;
  onError(message: string, traceback: string, id: number, large?: Large): void;
}

/** A cell on the page. */
export interface CellClient extends Asker {
  /** The run has been handed to Python; until then it waits for others. */
  onBegun(): void;
  onOutput(output: Output): void;
  onRan(ran: Ran): void;
  /** Python itself gave way while the cell ran. */
  onBroken(message: string): void;
  /** The worker has been ended, and with it all variables. */
  onLost(): void;
}

export type Client = DemoClient | CellClient;

declare global {
  /** A worker that the page's head has started, and what it has said since. */
  var liveDemoStart: { worker: Worker; held: (MessageEvent | ErrorEvent)[] } | undefined;
}
