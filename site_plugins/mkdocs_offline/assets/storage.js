// <offline-copy>: save the whole site. <kept-data>: what the site keeps in this browser, and away with it.
// Both say what holds now; their own text in the page is for readers without scripts.

const root = new URL("..", import.meta.url);
const CACHE = `site ${root.pathname}`; // as in service-worker.js
const FETCHED = `fetched ${root.pathname}`; // large files that a reader has agreed to: the live demos’ engine keeps them there
const AT_ONCE = 4; // files that are fetched side by side

/** @typedef {[path: string, size: number, hash: string]} Entry */

const megabytes = (/** @type {number} */ bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
const usable = location.protocol !== "file:" && "serviceWorker" in navigator && "caches" in window;

/**
 * @param {string} tag
 * @param {string} text
 */
function element(tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

/**
 * @param {string} text
 * @param {() => void} act
 */
function button(text, act) {
  const made = element("button", text);
  made.setAttribute("type", "button");
  made.className = "md-button";
  made.addEventListener("click", act);
  return made;
}

/** @returns {Promise<{ files: Entry[], apart: Entry[] }>} */
async function published() {
  const response = await fetch(new URL("files.json", root), { cache: "no-cache" });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response.json();
}

const sizeOf = (/** @type {Entry[]} */ files) => files.reduce((sum, [, bytes]) => sum + bytes, 0);

/** What a copy of the site leaves out. @param {Entry[]} apart */
function besides(apart = []) {
  if (apart.length === 0) return "";
  return ` What demos fetch only when you say so there, ${megabytes(sizeOf(apart))} in all, is not counted.`;
}

/** Every file of the site, as it is kept. @param {Cache} cache */
async function keptIn(cache) {
  return new Set((await cache.keys()).map(({ url }) => url));
}

/** What a cache holds; one that is not there is not made. @param {string} name @returns {Promise<Entry[]>} */
async function held(name) {
  if (!(await caches.has(name))) return [];
  const cache = await caches.open(name);
  const sized = async (/** @type {Request} */ request) => (await (await cache.match(request))?.blob())?.size ?? 0;
  return Promise.all((await cache.keys()).map(async (request) => [request.url, await sized(request), ""]));
}

/** A file's own name, without the hash in its address. @param {Entry} entry */
const nameIn = ([href]) => decodeURI(href.slice(href.lastIndexOf("/") + 1)).replace(/-[0-9a-f]{12}(?=\.|$)/, "");

/** Shared by the two elements, so that one hears of the other's doing. */
const changed = new EventTarget();

class OfflineCopy extends HTMLElement {
  /** @type {AbortController | undefined} */
  #saving;

  connectedCallback() {
    this.setAttribute("aria-live", "polite");
    changed.addEventListener("change", this.#look);
    void this.#look();
  }

  disconnectedCallback() {
    changed.removeEventListener("change", this.#look);
    this.#saving?.abort();
  }

  #look = async () => {
    if (this.#saving) return;
    if (!usable) return this.#show("At this address your browser keeps no files for offline use: that takes HTTPS.");
    try {
      const { files, apart } = await published();
      const kept = await keptIn(await caches.open(CACHE));
      const missing = files.filter(([path]) => !kept.has(new URL(path, root).href));
      const size = sizeOf(missing);
      if (missing.length === 0) return this.#show(`All ${files.length} files are saved. The site works without a network.${besides(apart)}`);
      const text = `${files.length - missing.length} of ${files.length} files are saved; the others take ${megabytes(size)}.`;
      this.#show(text + besides(apart), button("Save the whole site", () => void this.#save(missing, size)));
    } catch {
      this.#show("The list of files could not be fetched. Is the connection there?", button("Try again", this.#look));
    }
  };

  /**
   * @param {Entry[]} files
   * @param {number} size
   */
  async #save(files, size) {
    this.#saving = new AbortController();
    const { signal } = this.#saving;
    let [done, said, why] = [0, -1, ""];
    const stop = button("Stop", () => this.#saving?.abort());
    this.#show("Saving.", stop);
    stop.focus();
    const cache = await caches.open(CACHE);
    const queue = [...files];
    const fetcher = async () => {
      for (let next = queue.shift(); next && !signal.aborted; next = queue.shift()) {
        const [path, bytes, integrity] = next;
        const href = new URL(path, root).href;
        const response = await fetch(href, { integrity, signal, cache: "no-cache" });
        if (!response.ok) throw new Error(`${path}: the server answered ${response.status}`);
        await cache.put(href, response);
        done += bytes;
        const tenth = Math.floor((10 * done) / size);
        if (tenth > said && this.firstChild) this.firstChild.textContent = `Saved ${megabytes(done)} of ${megabytes(size)}.`;
        said = tenth;
      }
    };
    try {
      await navigator.serviceWorker.register(new URL("service-worker.js", root), { scope: root.href, updateViaCache: "none" });
      await Promise.all([navigator.serviceWorker.ready, ...Array.from({ length: AT_ONCE }, fetcher)]);
    } catch (error) {
      if (!signal.aborted) why = error instanceof Error ? error.message : String(error);
      this.#saving.abort();
    }
    this.#saving = undefined;
    if (!why) {
      changed.dispatchEvent(new Event("change"));
      return;
    }
    const room = await navigator.storage?.estimate?.().catch(() => undefined);
    const left = room?.quota !== undefined && room.usage !== undefined ? room.quota - room.usage : Infinity;
    const cause = left < size ? ` The browser has room for ${megabytes(left)}.` : "";
    this.#show(`Not all of it could be saved: ${why}.${cause} What arrived is kept.`, button("Try again", this.#look));
  }

  /**
   * @param {string} text
   * @param {HTMLElement} [act]
   */
  #show(text, act) {
    this.replaceChildren(element("p", text), ...(act ? [act] : []));
  }
}

class KeptData extends HTMLElement {
  connectedCallback() {
    changed.addEventListener("change", this.#look);
    void this.#look();
  }

  disconnectedCallback() {
    changed.removeEventListener("change", this.#look);
  }

  /** What is in the stores under names of this site: the theme's begin with its path, others are given. */
  #entries() {
    const own = (this.dataset.keys ?? "").split(" ").filter(Boolean);
    return ["localStorage", "sessionStorage"].flatMap((name) => {
      const store = /** @type {Storage} */ (/** @type {any} */ (window)[name]);
      const keys = Object.keys(store).filter((key) => own.includes(key) || key.startsWith(`${root.pathname}.`));
      return keys.map((key) => ({ store, key, size: (store.getItem(key) ?? "").length }));
    });
  }

  #look = async () => {
    /** @type {[name: string, size: string, act?: HTMLElement][]} */
    const rows = this.#entries().map(({ key, size }) => [key.replace(`${root.pathname}.`, ""), `${size} characters`]);
    if (usable) {
      const found = await held(CACHE);
      if (found.length > 0) rows.push([`${found.length} files of this site`, megabytes(sizeOf(found))]);
      for (const entry of await held(FETCHED)) rows.push([nameIn(entry), megabytes(entry[1]), this.#remover(entry)]);
      if (await navigator.serviceWorker.getRegistration(root)) rows.push(["the service worker that serves them", "one script"]);
    }
    if (rows.length === 0) return this.replaceChildren(element("p", "Nothing is kept."));
    const table = document.createElement("table");
    for (const [name, size, act] of rows) {
      const row = table.insertRow();
      row.append(element("th", name), element("td", size));
      if (act) row.cells[1].append(" ", act);
      row.firstElementChild?.setAttribute("scope", "row");
    }
    table.createCaption().textContent = "Kept in this browser now";
    this.replaceChildren(table, button("Clear all of it", () => void this.#clear()));
  };

  /** @param {Entry} entry */
  #remover(entry) {
    const remove = async () => {
      await (await caches.open(FETCHED)).delete(entry[0]);
      await this.#look();
      this.#say(`${nameIn(entry)} is removed.`);
    };
    const made = button("Remove", () => void remove());
    made.setAttribute("aria-label", `Remove ${nameIn(entry)}`);
    return made;
  }

  async #clear() {
    for (const { store, key } of this.#entries()) store.removeItem(key);
    if (usable) {
      await (await navigator.serviceWorker.getRegistration(root))?.unregister();
      for (const name of [CACHE, FETCHED]) await caches.delete(name);
    }
    this.replaceChildren();
    this.#say("All of it is gone. Pages that you read from now on are kept again.");
    changed.dispatchEvent(new CustomEvent("cleared"));
  }

  /** The button that was pressed is gone, so the focus goes to what came of it. @param {string} text */
  #say(text) {
    const said = element("p", text);
    said.setAttribute("role", "status");
    said.tabIndex = -1;
    this.prepend(said);
    said.focus();
  }
}

if (!customElements.get("offline-copy")) {
  customElements.define("offline-copy", OfflineCopy);
  customElements.define("kept-data", KeptData);
}
